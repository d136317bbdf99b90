import type { RequestListener, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { servePage } from '@/lib/testing/page-host';
import { wavHeaderBytes } from '@/lib/wav';
import { synthesize } from './synthesize';

/** Synthesizes at a server with this answer. */
async function countSamples(answer: RequestListener, idleMs: number): Promise<number> {
  await servePage(answer);
  const work = new AbortController();
  onTestFinished(() => work.abort());
  let count = 0;
  await synthesize('Salom', 'muxlisa', (samples) => void (count += samples.length), work.signal, idleMs);
  return count;
}

const header = Buffer.alloc(wavHeaderBytes);
const writeHead = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'audio/wav' });

test.each<[string, RequestListener, string]>([
  ['never answers', () => undefined, 'timeout'],
  ['never ends its answer', (_, response) => void writeHead(response).write(header), 'timeout'],
  ['hangs up', ({ socket }) => void socket.destroy(), 'network'],
  [
    'hangs up in its answer',
    ({ socket }, response) => void writeHead(response).write(header, () => socket.destroy()),
    'unreadable',
  ],
  ['sends a page', (_, response) => void response.end('<p>'), 'unreadable'],
  ['refuses', (_, response) => void response.writeHead(429).end('{"code":"rate_limited"}'), 'rate_limited'],
])('a server that %s fails the synthesis', async (_, answer, code) => {
  const idleMs = code === 'timeout' ? 200 : 10_000;
  await expect(countSamples(answer, idleMs)).rejects.toMatchObject({ code });
});

test('a long sound may take longer than the limit while pieces arrive', async () => {
  const answer: RequestListener = (_, response) => {
    writeHead(response).write(header);
    let piece = 0;
    const timer = setInterval(() => {
      // Cut within a sample.
      response.write(Buffer.alloc(3));
      if (++piece < 4) return;
      clearInterval(timer);
      response.end();
    }, 300);
  };
  expect(await countSamples(answer, 900)).toBe(6);
});
