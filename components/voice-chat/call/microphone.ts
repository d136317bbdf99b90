import type { CallEvent } from './call-machine';

/** Whether the browser will give the microphone without asking. False where it does not tell. */
export async function microphoneGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'granted';
  } catch {
    return false;
  }
}

/** What a failed getUserMedia means for the call. */
export function microphoneProblem(error: unknown): CallEvent {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return { type: 'mic_denied' };
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return { type: 'mic_failed', fault: { kind: 'missing' } };
  if (name === 'NotReadableError') return { type: 'mic_failed', fault: { kind: 'busy' } };
  if (!('mediaDevices' in navigator)) return { type: 'mic_failed', fault: { kind: 'unsupported' } };
  const message = error instanceof Error ? error.message : String(error);
  return { type: 'mic_failed', fault: { kind: 'other', message } };
}
