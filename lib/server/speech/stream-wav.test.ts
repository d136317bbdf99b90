import { expect, test } from 'vitest';
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
