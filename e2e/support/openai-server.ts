import { createServer, type ServerResponse } from 'node:http';

/** A text to reply with, or a function that replies wrongly or not at all. */
export type Reply = string | ((response: ServerResponse) => void);

/** A loopback server with the part of OpenAI's API that we use. It also takes notices and traces. */
export interface OpenAiServer {
  /** The value for OPENAI_BASE_URL. */
  url: string;
  /** Used in order; the last one repeats. */
  transcriptionReplies: Reply[];
  /** Replies to completions that are not streamed. Used in order; the last one repeats. */
  completionReplies: Reply[];
  /** The reply to every streamed completion. The agent requests these in a call. */
  streamedReply: string;
  /** The bodies of all requests. */
  requests: {
    transcriptions: string[];
    completions: string[];
    streamedCompletions: string[];
    notices: string[];
    traces: string[];
  };
  stop: () => void;
}

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    if (request.url === '/v1/audio/transcriptions') {
      started.requests.transcriptions.push(body.toString('latin1'));
      sendReply(response, takeReply(started.transcriptionReplies), (text) => ({ text }));
    } else if (request.url === '/v1/chat/completions') {
      const completionRequest: { stream?: boolean } = JSON.parse(body.toString());
      started.requests[completionRequest.stream ? 'streamedCompletions' : 'completions'].push(
        body.toString(),
      );
      if (completionRequest.stream) streamReply(response, started.streamedReply);
      else sendReply(response, takeReply(started.completionReplies), completion);
    } else if (request.url === '/v1/traces') {
      started.requests.traces.push(body.toString());
      response.end('{}');
    } else {
      started.requests.notices.push(body.toString());
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const started: OpenAiServer = {
    url: `http://127.0.0.1:${address.port}/v1`,
    transcriptionReplies: [],
    completionReplies: [],
    streamedReply: '',
    requests: { transcriptions: [], completions: [], streamedCompletions: [], notices: [], traces: [] },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return started;
}

export const errorReply =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end('{"error":{"message":"not now"}}');

export const neverReplies: Reply = () => {};

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
