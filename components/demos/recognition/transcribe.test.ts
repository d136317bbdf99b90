import { expect, onTestFinished, test, vi } from 'vitest';
import { startLoopbackServer } from '@/lib/server/testing/loopback-server';
import { failureOf, transcribe } from './transcribe';

test('an answer without a text is reported in the console', async () => {
  const { url, stop } = await startLoopbackServer((_, response) => void response.end('{"words":"Salom"}'));
  onTestFinished(stop);
  const browserFetch = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => browserFetch(new URL(path, url), init));
  onTestFinished(() => void vi.unstubAllGlobals());
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const failure = await transcribe(new Blob(['a']), 'a.webm', AbortSignal.timeout(5_000)).catch(failureOf);
  expect(failure).toMatchObject({ fault: 'service' });
  expect(warn).toHaveBeenCalledWith(
    'Transcription failed: Invalid response format from transcription service',
    '',
  );
});
