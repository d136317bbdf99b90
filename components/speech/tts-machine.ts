/** The states of the text-to-speech demo, named as in spec.md section 4. */
export type TtsStatus = 'idle' | 'generating' | 'playing' | 'paused';

export interface TtsState {
  status: TtsStatus;
  /** Whether there is sound to play and to download. */
  hasAudio: boolean;
}

export type TtsEvent =
  | { type: 'convert' }
  | { type: 'first_sound' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'ended' }
  | { type: 'failed' }
  /** Another text was chosen (section 4: choosing an example resets the player). */
  | { type: 'reset' };

export const ttsIdle: TtsState = { status: 'idle', hasAudio: false };

/** What each event makes of a state; one that does not belong to it changes nothing. */
export function ttsReducer(state: TtsState, event: TtsEvent): TtsState {
  switch (event.type) {
    case 'convert':
      return state.status === 'generating' ? state : { status: 'generating', hasAudio: false };
    case 'first_sound':
      return state.status === 'generating' ? { status: 'playing', hasAudio: true } : state;
    case 'play':
      return state.hasAudio && state.status !== 'generating' ? { ...state, status: 'playing' } : state;
    case 'pause':
      return state.status === 'playing' ? { ...state, status: 'paused' } : state;
    case 'ended':
      return state.status === 'playing' ? { ...state, status: 'idle' } : state;
    case 'failed':
    case 'reset':
      return ttsIdle;
  }
}
