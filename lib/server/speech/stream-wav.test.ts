import { afterEach, expect, test, vi } from 'vitest';
import { wavHeaderBytes } from '../../wav.ts';
import { streamWav } from './stream-wav.ts';

afterEach(() => vi.useRealTimers());

/** Streams a voice of three pieces, with a limit of 30 s for each. */
async function openStream() {
  const stop = new AbortController();
  const ended = vi.fn();
  async function* speech() {
    try {
      for (let piece = 0; piece < 3; piece++) {
        stop.signal.throwIfAborted();
        yield new Int16Array(16_384);
      }
    } finally {
      ended();
    }
  }
  const sound = await streamWav(speech(), { stop, timeoutMs: 30_000 });
  return { reader: sound.getReader(), stop, ended };
}

test('a voice that never answers is cancelled in time', async () => {
  const stop = new AbortController();
  async function* never(): AsyncGenerator<Int16Array, void, undefined> {
    const { promise, reject } = Promise.withResolvers<Int16Array>();
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
    yield await promise;
  }
  await expect(streamWav(never(), { stop, timeoutMs: 20 })).rejects.toMatchObject({ code: 'speech_timeout' });
  expect(stop.signal.aborted).toBe(true);
});

test('a slow listener does not cancel the voice', async () => {
  vi.useFakeTimers();
  const { reader } = await openStream();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    await vi.advanceTimersByTimeAsync(40_000);
  }
  expect(bytes).toBe(wavHeaderBytes + 3 * 2 * 16_384);
  expect(vi.getTimerCount()).toBe(0);
});

test('the voice of a stream that nobody reads is cancelled after ten minutes', async () => {
  vi.useFakeTimers();
  const { reader, stop, ended } = await openStream();
  await reader.read();
  await vi.advanceTimersByTimeAsync(599_000);
  expect(stop.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toHaveBeenCalledOnce();
  await expect(reader.read()).rejects.toMatchObject({ code: 'speech_timeout' });
});

test('a listener that closes the stream ends the voice', async () => {
  vi.useFakeTimers();
  const { reader, ended } = await openStream();
  await reader.cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
