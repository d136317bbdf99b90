/** Why a transcription failed. Each fault has its own remedy in words. */
export type SttFault =
  'microphone' | 'cannot_record' | 'not_audio' | 'too_long' | 'busy' | 'service' | 'not_set_up' | 'offline';

/** A fault, and the server's time for a retry, if any (milliseconds since 1970). */
export interface SttFailure {
  fault: SttFault;
  untilMs?: number | undefined;
}

/** The states of the speech-to-text demo. */
export type SttState =
  | { status: 'idle' }
  | { status: 'connecting' }
  | { status: 'listening'; startedAtMs: number }
  | { status: 'processing' }
  /** An empty text: nobody spoke. */
  | { status: 'complete'; text: string }
  | ({ status: 'error' } & SttFailure)
  | { status: 'mic_denied' };

export type SttStatus = SttState['status'];

export type SttEvent =
  | { type: 'start' }
  | { type: 'microphone_opened'; atMs: number }
  | { type: 'microphone_denied' }
  | { type: 'cancel' }
  /** The visitor stops, 120 seconds are over, or the microphone is unplugged. */
  | { type: 'stop' }
  | { type: 'file' }
  | { type: 'transcribed'; text: string }
  | ({ type: 'failed' } & SttFailure);

export const sttIdle: SttState = { status: 'idle' };

/** True while something is under way and nothing else may start. */
export function isBusy({ status }: SttState): boolean {
  return status === 'connecting' || status === 'listening' || status === 'processing';
}

/** The reducer. An event that does not belong to the state, such as a late one, changes nothing. */
export function sttReducer(state: SttState, event: SttEvent): SttState {
  switch (event.type) {
    case 'start':
      return isBusy(state) ? state : { status: 'connecting' };
    case 'file':
      return isBusy(state) ? state : { status: 'processing' };
    case 'microphone_opened':
      return state.status === 'connecting' ? { status: 'listening', startedAtMs: event.atMs } : state;
    case 'microphone_denied':
      return state.status === 'connecting' ? { status: 'mic_denied' } : state;
    case 'cancel':
      return state.status === 'connecting' || state.status === 'listening' ? sttIdle : state;
    case 'stop':
      return state.status === 'listening' ? { status: 'processing' } : state;
    case 'transcribed':
      return state.status === 'processing' ? { status: 'complete', text: event.text } : state;
    case 'failed':
      return isBusy(state) ? { status: 'error', fault: event.fault, untilMs: event.untilMs } : state;
  }
}
