import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RequestFailure } from '@/lib/api-client';
import { ask, reportFailure, retryAtMs } from './reply';

/** Sends a request to a server with this answer. */
async function sendTo(answer: RequestListener): Promise<(signal: AbortSignal) => Promise<Response>> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return (signal) => fetch(`http://127.0.0.1:${port}`, { signal });
}

async function asked(answer: RequestListener, timeoutMs: number): Promise<string> {
  const { signal } = new AbortController();
  return ask(await sendTo(answer), { signal, timeoutMs }, (response) => response.text());
}

test.each<[string, RequestListener, string]>([
  ['never answers', () => undefined, 'timeout'],
  ['never ends its answer', (_, response) => void response.write('a'), 'timeout'],
  ['hangs up', ({ socket }) => void socket.destroy(), 'network'],
  [
    'hangs up in its answer',
    ({ socket }, response) => void response.writeHead(200).write('a', () => socket.destroy()),
    'unreadable',
  ],
])('a server that %s', async (_, answer, code) => {
  await expect(asked(answer, code === 'timeout' ? 200 : 10_000)).rejects.toMatchObject({ code });
});

test('a refusal tells when it may be repeated', () => {
  const waitMs = Number(retryAtMs(new RequestFailure('rate_limited', { retryAfterS: 3600 }))) - Date.now();
  expect(waitMs / 60_000).toBeCloseTo(60, 0);
  expect(retryAtMs(new RequestFailure('rate_limited'))).toBeUndefined();
});

test('a long reply may take longer than the time, as long as pieces come', async () => {
  let piece = 0;
  const send = await sendTo((_, response) => {
    const timer = setInterval(() => {
      response.write('a');
      if (++piece < 4) return;
      clearInterval(timer);
      response.end();
    }, 300);
  });
  const read = async ({ body }: Response, onPiece: () => void) => {
    let length = 0;
    for await (const bytes of body ?? []) {
      onPiece();
      length += bytes.length;
    }
    return length;
  };
  const { signal } = new AbortController();
  await expect(ask(send, { signal, timeoutMs: 900 }, read)).resolves.toBe(4);
});

test('a reply that is read in time is returned', async () => {
  await expect(asked((_, response) => void response.end('heard'), 5_000)).resolves.toBe('heard');
});

test('the console names what failed, and why', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const failure = new RequestFailure('timeout', { detail: 'Request timeout' });
  expect(reportFailure('Transcription failed', failure)).toBe(failure);
  expect(warn).toHaveBeenCalledWith('Transcription failed: Request timeout', '');
});
