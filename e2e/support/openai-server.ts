import { createServer, type ServerResponse } from 'node:http';

/** A server of ours on loopback that speaks OpenAI's API as far as the product asks: recognition and chat completions. */
export interface OpenAiServer {
  /** What OPENAI_BASE_URL is set to. */
  url: string;
  /** What recognition hears, whatever it is sent. */
  hears: string;
  /** What the language model says from now on, one after the other; the last one again and again. */
  says: string[];
  /** What it was asked: the whole bodies. */
  asked: { transcriptions: string[]; completions: string[] };
  stop: () => void;
}

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const asked: OpenAiServer['asked'] = { transcriptions: [], completions: [] };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    if (request.url === '/v1/audio/transcriptions') {
      asked.transcriptions.push(body.toString('latin1'));
      return answer(response, { text: started.hears });
    }
    asked.completions.push(body.toString());
    answer(response, completion(nextOf(started.says)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const started: OpenAiServer = {
    url: `http://127.0.0.1:${address.port}/v1`,
    hears: '',
    says: ['{}'],
    asked,
    stop,
  };
  return started;
}

function nextOf(texts: string[]): string {
  return (texts.length > 1 ? texts.shift() : texts[0]) ?? '';
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function completion(content: string) {
  return {
    id: '1',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  };
}
