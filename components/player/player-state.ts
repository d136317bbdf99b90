export const playerSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
export type PlayerSpeed = (typeof playerSpeeds)[number];
export const volumeStep = 0.1;

export type PlayerPhase = 'idle' | 'loading' | 'playing' | 'paused' | 'failed';

export interface Playback {
  phase: PlayerPhase;
  positionS: number;
  /** From the file's metadata; null until known. */
  durationS: number | null;
}

/** Settings shared by all recordings. */
export interface PlayerSettings {
  volume: number;
  muted: boolean;
  speed: PlayerSpeed;
}

/** The page's only player: its current recording, and the positions of recordings played before. */
export interface PlayerState {
  recordingId: string | null;
  playback: Playback;
  settings: PlayerSettings;
  earlierPlaybacks: ReadonlyMap<string, Playback>;
}

export type PlayerEvent =
  | { type: 'opened'; recordingId: string; positionS: number }
  | { type: 'play_requested' }
  | { type: 'started' }
  | { type: 'stalled' }
  | { type: 'paused' }
  | { type: 'moved'; positionS: number }
  | { type: 'duration_changed'; durationS: number }
  | { type: 'failed' }
  | { type: 'discarded'; recordingId: string }
  | { type: 'volume_set'; volume: number }
  | { type: 'mute_toggled' }
  | { type: 'speed_set'; speed: PlayerSpeed };

export const idlePlayback: Playback = { phase: 'idle', positionS: 0, durationS: null };

export const initialPlayerState: PlayerState = {
  recordingId: null,
  playback: idlePlayback,
  settings: { volume: 1, muted: false, speed: 1 },
  earlierPlaybacks: new Map(),
};

export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'opened':
      return openRecording(state, event.recordingId, event.positionS);
    case 'discarded':
      return discard(state, event.recordingId);
    case 'volume_set': {
      const volume = roundToTenths(event.volume);
      return withSettings(state, { volume, muted: volume === 0 });
    }
    case 'mute_toggled': {
      const { muted, volume } = state.settings;
      return withSettings(state, { muted: !muted, volume: volume === 0 ? 1 : volume });
    }
    case 'speed_set':
      return withSettings(state, { speed: event.speed });
    default:
      return { ...state, playback: advancePlayback(state.playback, event) };
  }
}

/** Returns the same object until the playback of the recording changes. */
export function playbackOf(state: PlayerState, recordingId: string): Playback {
  return state.recordingId === recordingId
    ? state.playback
    : (state.earlierPlaybacks.get(recordingId) ?? idlePlayback);
}

type PlaybackEvent = Extract<
  PlayerEvent,
  { type: 'play_requested' | 'started' | 'stalled' | 'paused' | 'moved' | 'duration_changed' | 'failed' }
>;

function advancePlayback(playback: Playback, event: PlaybackEvent): Playback {
  const { phase } = playback;
  switch (event.type) {
    case 'play_requested':
      return phase === 'playing' ? playback : { ...playback, phase: 'loading' };
    case 'started':
      return { ...playback, phase: 'playing' };
    case 'stalled':
      return phase === 'playing' ? { ...playback, phase: 'loading' } : playback;
    case 'paused':
      return phase === 'failed' ? playback : { ...playback, phase: 'paused' };
    case 'moved':
      return { ...playback, positionS: event.positionS };
    case 'duration_changed':
      return { ...playback, durationS: finiteDuration(event.durationS) };
    case 'failed':
      return { ...playback, phase: 'failed' };
  }
}

function openRecording(state: PlayerState, recordingId: string, positionS: number): PlayerState {
  const earlierPlaybacks = new Map(state.earlierPlaybacks);
  if (state.recordingId !== null) earlierPlaybacks.set(state.recordingId, pausePlayback(state.playback));
  earlierPlaybacks.delete(recordingId);
  const playback: Playback = { phase: 'paused', positionS, durationS: null };
  return { ...state, earlierPlaybacks, recordingId, playback };
}

/** Pauses a recording that another one replaces. One that was played to its end starts over. */
function pausePlayback({ positionS, durationS }: Playback): Playback {
  const isAtEnd = durationS !== null && positionS > durationS - 0.3;
  return { phase: 'paused', positionS: isAtEnd ? 0 : positionS, durationS };
}

function discard(state: PlayerState, recordingId: string): PlayerState {
  const earlierPlaybacks = new Map(state.earlierPlaybacks);
  earlierPlaybacks.delete(recordingId);
  const current = state.recordingId === recordingId ? { recordingId: null, playback: idlePlayback } : {};
  return { ...state, earlierPlaybacks, ...current };
}

function withSettings(state: PlayerState, change: Partial<PlayerSettings>): PlayerState {
  return { ...state, settings: { ...state.settings, ...change } };
}

/** An unfinished WebM file has an infinite duration. */
function finiteDuration(durationS: number): number | null {
  return Number.isFinite(durationS) && durationS > 0 ? durationS : null;
}

/** 0 to 1 in steps of 0.1, without floating-point noise. */
function roundToTenths(volume: number): number {
  return Math.round(Math.min(1, Math.max(0, volume)) * 10) / 10;
}
