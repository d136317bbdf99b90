/** The states of the text-to-speech demo, named as in spec.md section 4. */
export type TtsStatus = 'idle' | 'generating' | 'playing' | 'paused';

export interface TtsState {
  status: TtsStatus;
  /** What there is to play; it can be played while the rest still arrives. */
  sound: 'none' | 'arriving' | 'whole';
}

export type TtsEvent =
  | { type: 'convert' }
  | { type: 'first_sound' }
  /** The last of the sound has arrived. */
  | { type: 'whole' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'ended' }
  | { type: 'failed' }
  /** Another text was chosen (section 4: choosing an example resets the player). */
  | { type: 'reset' };

export const ttsIdle: TtsState = { status: 'idle', sound: 'none' };

/** What each event makes of a state; one that does not belong to it changes nothing. */
export function ttsReducer(state: TtsState, event: TtsEvent): TtsState {
  switch (event.type) {
    case 'convert':
      return state.status === 'generating' ? state : { status: 'generating', sound: 'none' };
    case 'first_sound':
      return state.status === 'generating' ? { status: 'playing', sound: 'arriving' } : state;
    case 'whole':
      return state.sound === 'arriving' ? { ...state, sound: 'whole' } : state;
    case 'play':
      return state.sound === 'none' ? state : { ...state, status: 'playing' };
    case 'pause':
      return state.status === 'playing' ? { ...state, status: 'paused' } : state;
    case 'ended':
      return state.status === 'playing' ? { ...state, status: 'idle' } : state;
    case 'failed':
    case 'reset':
      return ttsIdle;
  }
}
