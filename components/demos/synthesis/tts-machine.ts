/** The states of the text-to-speech demo. */
export type TtsStatus = 'idle' | 'generating' | 'playing' | 'paused';

export interface TtsState {
  status: TtsStatus;
  /** The sound can be played while the rest arrives, also if the rest never comes. */
  sound: 'none' | 'arriving' | 'whole' | 'part';
  /** The text of the sound; null without sound, and once the rest of the sound cannot come any more. */
  text: string | null;
}

export type TtsEvent =
  | { type: 'convert'; text: string }
  | { type: 'first_sound' }
  /** The last of the sound has arrived. */
  | { type: 'whole' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'ended' }
  | { type: 'failed' }
  /** An example was chosen, or another sound began before this one did. */
  | { type: 'reset' };

export const ttsIdle: TtsState = { status: 'idle', sound: 'none', text: null };

/** The reducer; an event that does not belong to the state changes nothing. */
export function ttsReducer(state: TtsState, event: TtsEvent): TtsState {
  switch (event.type) {
    case 'convert':
      return state.status === 'generating'
        ? state
        : { status: 'generating', sound: 'none', text: event.text };
    case 'first_sound':
      return state.status === 'generating' ? { ...state, status: 'playing', sound: 'arriving' } : state;
    case 'whole':
      return state.sound === 'arriving' ? { ...state, sound: 'whole' } : state;
    case 'play':
      return state.sound === 'none' ? state : { ...state, status: 'playing' };
    case 'pause':
      return state.status === 'playing' ? { ...state, status: 'paused' } : state;
    case 'ended':
      return state.status === 'playing' ? { ...state, status: 'idle' } : state;
    case 'failed':
      return state.sound === 'none' ? ttsIdle : { ...state, sound: 'part', text: null };
    case 'reset':
      return ttsIdle;
  }
}

/** The main button's action: it plays or pauses the sound of the current text, else synthesizes it. */
export function ttsAction({ status, sound, text: spoken }: TtsState, text: string) {
  if (status === 'generating') return 'wait';
  if (sound === 'none' || spoken !== text) return 'convert';
  return status === 'playing' ? 'pause' : 'play';
}
