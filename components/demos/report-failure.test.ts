import { expect, onTestFinished, test, vi } from 'vitest';
import { RequestFailure } from '@/lib/api-client';
import { reportFailure, retryAtMs } from './report-failure';

test('a refusal says when to retry', () => {
  const waitMs = Number(retryAtMs(new RequestFailure('rate_limited', { retryAfterS: 3600 }))) - Date.now();
  expect(waitMs / 60_000).toBeCloseTo(60, 0);
  expect(retryAtMs(new RequestFailure('rate_limited'))).toBeUndefined();
});

test('the console names what failed, and why', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const failure = new RequestFailure('timeout', { detail: 'Request timeout' });
  expect(reportFailure('Transcription failed', failure)).toBe(failure);
  expect(warn).toHaveBeenCalledWith('Transcription failed: Request timeout', '');
});
