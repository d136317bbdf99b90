import { createServer, type ServerResponse } from 'node:http';

/** A text to answer with, or a function that answers wrongly or not at all. */
export type Reply = string | ((response: ServerResponse) => void);

/** A loopback server with the used part of OpenAI's API. It also takes notices and traces. The last reply repeats. */
export interface OpenAiServer {
  /** The value for OPENAI_BASE_URL. */
  url: string;
  /** Replies to transcriptions. */
  hears: Reply[];
  /** Replies to completions that are not streamed. */
  says: Reply[];
  /** The reply to every streamed completion, as calls request it. */
  speaks: string;
  /** The bodies of all requests; `spoken` has the streamed completions. */
  asked: {
    transcriptions: string[];
    completions: string[];
    spoken: string[];
    notices: string[];
    traces: string[];
  };
  stop: () => void;
}

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    if (request.url === '/v1/audio/transcriptions') {
      started.asked.transcriptions.push(body.toString('latin1'));
      sendReply(response, takeReply(started.hears), (text) => ({ text }));
    } else if (request.url === '/v1/chat/completions') {
      const completionRequest: { stream?: boolean } = JSON.parse(body.toString());
      started.asked[completionRequest.stream ? 'spoken' : 'completions'].push(body.toString());
      if (completionRequest.stream) streamReply(response, started.speaks);
      else sendReply(response, takeReply(started.says), completion);
    } else if (request.url === '/v1/traces') {
      started.asked.traces.push(body.toString());
      response.end('{}');
    } else {
      started.asked.notices.push(body.toString());
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const started: OpenAiServer = {
    url: `http://127.0.0.1:${address.port}/v1`,
    hears: [],
    says: [],
    speaks: '',
    asked: { transcriptions: [], completions: [], spoken: [], notices: [], traces: [] },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return started;
}

/** Answers with an error status. */
export const refuses =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end('{"error":{"message":"not now"}}');

/** Never answers. */
export const neverAnswers: Reply = () => {};

function takeReply(replies: Reply[]): Reply {
  return (replies.length > 1 ? replies.shift() : replies[0]) ?? '';
}

function sendReply(response: ServerResponse, reply: Reply, wrap: (text: string) => unknown): void {
  if (typeof reply === 'string')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wrap(reply)));
  else reply(response);
}

function streamReply(response: ServerResponse, content: string): void {
  const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'scripted' };
  const contentChunk = {
    ...chunk,
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
  };
  const endChunk = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const data of [JSON.stringify(contentChunk), JSON.stringify(endChunk), '[DONE]'])
    response.write(`data: ${data}\n\n`);
  response.end();
}

function completion(content: string) {
  return {
    id: '1',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  };
}
