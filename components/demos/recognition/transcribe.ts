import type { RecognitionState, Transcription } from '@/lib/contracts/speech';
import type { ErrorCode } from '@/lib/contracts/errors';
import { transcriptionTimeoutMs } from '@/lib/contracts/limits';
import type { SttFault } from './machine';

/** A transcription that did not come, with what the visitor is told. The messages are those of spec.md section 8. */
export class TranscriptionFailure extends Error {
  readonly fault: SttFault;

  constructor(fault: SttFault, message = 'Transcription failed', cause?: unknown) {
    super(message, { cause });
    this.name = 'TranscriptionFailure';
    this.fault = fault;
  }
}

const faultOf: Partial<Record<ErrorCode, SttFault>> = {
  too_large: 'too_long',
  invalid_audio: 'not_audio',
  unsupported_type: 'not_audio',
  rate_limited: 'busy',
  speech_unavailable: 'not_set_up',
};

/**
 * The text of a recording: POST /api/stt/transcribe, for 120 seconds at most (spec.md sections 7 and 9).
 * @throws TranscriptionFailure, or the reason of the signal
 */
export async function transcribe(recording: Blob, name: string, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  form.set('file', recording, name);
  const response = await fetch('/api/stt/transcribe', {
    method: 'POST',
    body: form,
    signal: AbortSignal.any([signal, AbortSignal.timeout(transcriptionTimeoutMs)]),
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    const late = cause instanceof Error && cause.name === 'TimeoutError';
    throw new TranscriptionFailure(late ? 'service' : 'offline', undefined, cause);
  });
  const body: unknown = await response.json().catch(() => {
    signal.throwIfAborted();
    return null;
  });
  if (!response.ok) throw failure(body);
  if (!isTranscription(body))
    throw new TranscriptionFailure('service', 'Invalid response format from transcription service');
  return body.text.trim();
}

function failure(body: unknown): TranscriptionFailure {
  const { code, detail } = isRecord(body) ? body : {};
  const known = Object.entries(faultOf).find(([name]) => name === code);
  return new TranscriptionFailure(known?.[1] ?? 'service', typeof detail === 'string' ? detail : undefined);
}

const stateTimeoutMs = 5_000;

/** Whether this server recognises speech at all. Where it does not say in time, the visitor may try. */
export async function isRecognitionAvailable(signal: AbortSignal): Promise<boolean> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(stateTimeoutMs)]);
  const response = await fetch('/api/stt/status', { signal: either }).catch(() => null);
  const body: unknown = await response?.json().catch(() => null);
  return !(isRecord(body) && body.available === (false satisfies RecognitionState['available']));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isTranscription(value: unknown): value is Transcription {
  return isRecord(value) && typeof value.text === 'string';
}
