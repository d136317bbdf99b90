import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DemoFailure, ask, reportFailure, textAt } from './reply';

/** The address of a server that answers so. */
async function answering(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

async function asked(answer: RequestListener, timeoutMs: number): Promise<string> {
  const rules = { signal: new AbortController().signal, timeoutMs, failed: 'Failed' };
  return ask(await answering(answer), rules, (response) => response.text());
}

const refusal = (status: number, code: string): RequestListener => {
  return (_, response) => void response.writeHead(status).end(JSON.stringify({ detail: 'x', code }));
};

test.each<[string, RequestListener, string]>([
  ['never answers', () => undefined, 'timeout'],
  ['never ends its answer', (_, response) => void response.write('a'), 'timeout'],
  ['gave the voice up', refusal(504, 'speech_timeout'), 'speech_timeout'],
  ['refuses with a code of another version', refusal(500, 'toString'), 'unreadable'],
  ['refuses with a page', (_, response) => void response.writeHead(502).end('<!doctype html>'), 'unreadable'],
  ['hangs up', ({ socket }) => void socket.destroy(), 'offline'],
])('a server that %s', async (_, answer, code) => {
  await expect(asked(answer, code === 'timeout' ? 200 : 10_000)).rejects.toMatchObject({ code });
});

test('a refusal tells when it may be tried again', async () => {
  const refused = asked((_, response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end('{"code":"rate_limited"}');
  }, 10_000);
  const failure: unknown = await refused.catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'rate_limited', untilMs: expect.any(Number) });
  const waitMs = Number(Reflect.get(Object(failure), 'untilMs')) - Date.now();
  expect(waitMs / 60_000).toBeCloseTo(60, 0);
});

test('a long reply may take longer than that, as long as it goes on', async () => {
  let piece = 0;
  const url = await answering((_, response) => {
    const timer = setInterval(() => {
      response.write('a');
      if (++piece < 4) return;
      clearInterval(timer);
      response.end();
    }, 300);
  });
  const rules = { signal: new AbortController().signal, timeoutMs: 900, failed: 'Failed' };
  const read = async ({ body }: Response, onPiece: () => void) => {
    let length = 0;
    for await (const bytes of body ?? []) {
      onPiece();
      length += bytes.length;
    }
    return length;
  };
  await expect(ask(url, rules, read)).resolves.toBe(4);
});

test('what is read in time is given', async () => {
  await expect(asked((_, response) => void response.end('heard'), 5_000)).resolves.toBe('heard');
});

test('a text is taken as it is, and nothing else for one', async () => {
  expect(await textAt('text', Response.json({ text: '' }))).toBe('');
  expect(await textAt('text', Response.json({ text: 1 }))).toBeUndefined();
  expect(await textAt('text', Response.json(null))).toBeUndefined();
});

test.each([
  'Transcription failed: 502',
  'Invalid response format from transcription service',
  'Request timeout',
])('the console is told %j', (message) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const failure = new DemoFailure('unreadable', message);
  expect(reportFailure(failure)).toBe(failure);
  expect(warn).toHaveBeenCalledWith(message, '');
});
