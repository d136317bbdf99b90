import { expect, onTestFinished, test, vi } from 'vitest';
import { reportSttFailure, transcribe } from './transcribe';

test('an answer without a text is reported in the console', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ words: 'Salom' }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const failure = await transcribe(new Blob(['a']), 'a.webm', AbortSignal.timeout(5_000)).catch(
    reportSttFailure,
  );
  expect(failure).toMatchObject({ fault: 'service' });
  expect(warn).toHaveBeenCalledWith(
    'Transcription failed: Invalid response format from transcription service',
    '',
  );
});
