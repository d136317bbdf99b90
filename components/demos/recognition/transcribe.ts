import { transcriptionTimeoutMs } from '@/lib/contracts/limits';
import { type FailureCode, RequestFailure, callApi } from '@/lib/api-client';
import { reportFailure, retryAtMs } from '../report-failure';
import type { SttFailure, SttFault } from './stt-machine';

// The recorder shares this chunk, because nothing needs the recorder before the visitor comes near the demo.
export { faultOfRecording, startRecording } from './recorder';

const faultOf: Partial<Record<FailureCode, SttFault>> = {
  too_large: 'too_long',
  invalid_audio: 'not_audio',
  unsupported_type: 'not_audio',
  rate_limited: 'busy',
  speech_unavailable: 'not_set_up',
  network: 'offline',
};

/** Reports a failure of transcribe(). Returns the fault to show and when a retry is allowed. */
export function reportSttFailure(error: unknown): SttFailure {
  const failure = reportFailure('Transcription failed', error);
  return { fault: faultOf[failure.code] ?? 'service', untilMs: retryAtMs(failure) };
}

/**
 * Returns the text of a recording, or fails after 120 seconds.
 * @throws RequestFailure, or the reason of the signal
 */
export async function transcribe(recording: Blob, name: string, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.set('file', recording, name);
  const limits = { signal, timeoutMs: transcriptionTimeoutMs };
  const answer = await callApi('POST /api/stt/transcribe', { body, ...limits });
  if (typeof answer?.text !== 'string')
    throw new RequestFailure('unreadable', { detail: 'Invalid response format from transcription service' });
  return answer.text.trim();
}
