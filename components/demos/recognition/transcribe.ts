import { transcriptionTimeoutMs } from '@/lib/contracts/limits';
import { DemoFailure, type FailureCode, ask, reportFailure, textAt } from '../reply';
import type { SttFailure, SttFault } from './stt-machine';

// In the same chunk: nothing of it is needed before the visitor comes near the demo.
export { faultOfRecording, startRecording } from './recorder';

const faultOf: Partial<Record<FailureCode, SttFault>> = {
  too_large: 'too_long',
  invalid_audio: 'not_audio',
  unsupported_type: 'not_audio',
  rate_limited: 'busy',
  speech_unavailable: 'not_set_up',
  offline: 'offline',
};

/** The fault to show for a failure of transcribe(). */
export function failureOf(error: unknown): SttFailure {
  const failure = reportFailure(error);
  if (failure === null) return { fault: 'service' };
  return { fault: faultOf[failure.code] ?? 'service', untilMs: failure.untilMs };
}

/**
 * The text of a recording: POST /api/stt/transcribe, for 120 seconds at most.
 * @throws DemoFailure, or the reason of the signal
 */
export async function transcribe(recording: Blob, name: string, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.set('file', recording, name);
  return ask(
    '/api/stt/transcribe',
    {
      init: { method: 'POST', body },
      signal,
      timeoutMs: transcriptionTimeoutMs,
      failed: 'Transcription failed',
    },
    async (response) => {
      const text = await textAt('text', response);
      if (text !== undefined) return text.trim();
      throw new DemoFailure('unreadable', 'Invalid response format from transcription service');
    },
  );
}
