import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { wavHeaderBytes } from '../../wav.ts';
import { streamWav } from './stream-wav.ts';

test('a voice that never answers is given up in time, and its work ended', async () => {
  const gone = new AbortController();
  async function* never(): AsyncGenerator<Int16Array, void, undefined> {
    const { promise, reject } = Promise.withResolvers<Int16Array>();
    gone.signal.addEventListener('abort', () => reject(gone.signal.reason));
    yield await promise;
  }
  await expect(streamWav(never(), { gone, timeoutMs: 20 })).rejects.toMatchObject({ code: 'speech_timeout' });
  expect(gone.signal.aborted).toBe(true);
});

test('a voice that goes on is not given up for a listener that takes its sound slowly', async () => {
  const gone = new AbortController();
  async function* speech() {
    for (let piece = 0; piece < 3; piece++) {
      gone.signal.throwIfAborted();
      yield new Int16Array(16_384);
    }
  }
  const reader = (await streamWav(speech(), { gone, timeoutMs: 30 })).getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    await setTimeout(40);
  }
  expect(bytes).toBe(wavHeaderBytes + 3 * 2 * 16_384);
});
