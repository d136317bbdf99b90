import { beginSound, guardPlay } from '@/components/ui/sounding';
import { createStore } from '@/components/ui/store';
import {
  type PlayerEvent,
  type PlayerSpeed,
  type PlayerState,
  initialPlayerState,
  playbackOf,
  playerReducer,
} from './player-state';

/**
 * Plays both channels of a recording in the middle. Call `open` from a click: until then the browser blocks AudioContext, and the
 * recording plays in stereo.
 */
function createMiddleOutput(audio: HTMLAudioElement): { open: () => Promise<void>; close: () => void } {
  let context: AudioContext | null = null;
  let isConnected = false;

  async function open(): Promise<void> {
    if (typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    if (context.state !== 'running') await context.resume();
    if (isConnected || context.state !== 'running') return;
    isConnected = true;
    const source = context.createMediaElementSource(audio);
    const channels = context.createChannelSplitter(2);
    const middle = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
    source.connect(channels);
    channels.connect(middle, 0);
    channels.connect(middle, 1);
    middle.connect(context.destination);
  }

  return { open, close: () => void context?.close() };
}

export interface PlayableRecording {
  recordingId: string;
  source: string;
}

/** Plays one recording at a time. Opening another pauses the current one and remembers its position. */
export interface Player {
  /** Connects the audio element; the returned function disconnects it. */
  attach: (audio: HTMLAudioElement) => () => void;
  state: () => PlayerState;
  subscribe: (listener: () => void) => () => void;
  toggle: (recording: PlayableRecording) => void;
  /** Seeks; a recording that is not current is opened and paused. */
  seek: (recording: PlayableRecording, positionS: number) => void;
  /** Moves by some seconds within the current recording. Ignores any other one. */
  skip: (recording: PlayableRecording, byS: number) => void;
  playFrom: (recording: PlayableRecording, positionS: number) => void;
  setVolume: (volume: number) => void;
  toggleMute: () => void;
  setSpeed: (speed: PlayerSpeed) => void;
  /** Removes a recording that no longer exists. */
  discard: (recordingId: string) => void;
}

export function createPlayer(): Player {
  const store = createStore(initialPlayerState);
  let element: { audio: HTMLAudioElement; output: ReturnType<typeof createMiddleOutput> } | null = null;

  function dispatch(event: PlayerEvent): void {
    store.set(playerReducer(store.get(), event));
  }

  function attach(audio: HTMLAudioElement): () => void {
    const detachController = new AbortController();
    const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) =>
      audio.addEventListener(name, handle, { signal: detachController.signal });
    const reportPosition = () => dispatch({ type: 'moved', positionS: audio.currentTime });
    guardPlay(audio, detachController.signal);
    on('playing', () => dispatch({ type: 'started' }));
    on('waiting', () => dispatch({ type: 'stalled' }));
    on('pause', () => dispatch({ type: 'paused' }));
    on('timeupdate', reportPosition);
    on('seeking', reportPosition);
    on('durationchange', () => dispatch({ type: 'duration_changed', durationS: audio.duration }));
    on('error', () => dispatch({ type: 'failed' }));
    const output = createMiddleOutput(audio);
    element = { audio, output };
    return () => {
      detachController.abort();
      unload(audio);
      output.close();
      element = null;
    };
  }

  function open({ recordingId, source }: PlayableRecording, positionS: number): void {
    if (element === null) return;
    const { audio } = element;
    audio.pause();
    dispatch({ type: 'opened', recordingId, positionS });
    audio.src = source;
    audio.defaultPlaybackRate = store.get().settings.speed;
    audio.currentTime = positionS;
  }

  function goTo(recording: PlayableRecording, positionS: number): void {
    if (store.get().recordingId !== recording.recordingId) return open(recording, positionS);
    if (element !== null) element.audio.currentTime = positionS;
    // The element reports the new position late; without this the slider would jump back.
    dispatch({ type: 'moved', positionS });
  }

  function play({ source }: PlayableRecording): void {
    if (element === null) return;
    const { audio, output } = element;
    if (!beginSound(audio)) return;
    if (audio.error !== null) {
      const { positionS } = store.get().playback;
      audio.src = source;
      audio.currentTime = positionS;
    }
    dispatch({ type: 'play_requested' });
    void output.open();
    audio.play().catch((error: unknown) => {
      // A pause or another recording aborts a play that has not begun.
      if (!(error instanceof DOMException && error.name === 'AbortError')) dispatch({ type: 'failed' });
    });
  }

  function applySettings(): void {
    if (element === null) return;
    const { volume, muted, speed } = store.get().settings;
    element.audio.volume = volume;
    element.audio.muted = muted;
    element.audio.defaultPlaybackRate = speed;
    element.audio.playbackRate = speed;
  }

  return {
    attach,
    state: store.get,
    subscribe: store.subscribe,
    toggle(recording) {
      const { phase, positionS } = playbackOf(store.get(), recording.recordingId);
      if (store.get().recordingId !== recording.recordingId) open(recording, positionS);
      if (phase === 'playing' || phase === 'loading') element?.audio.pause();
      else play(recording);
    },
    seek: goTo,
    skip(recording, byS) {
      const { positionS, durationS } = playbackOf(store.get(), recording.recordingId);
      if (store.get().recordingId !== recording.recordingId) return;
      goTo(recording, Math.min(durationS ?? Infinity, Math.max(0, positionS + byS)));
    },
    playFrom(recording, positionS) {
      goTo(recording, positionS);
      play(recording);
    },
    setVolume(volume) {
      dispatch({ type: 'volume_set', volume });
      applySettings();
    },
    toggleMute() {
      dispatch({ type: 'mute_toggled' });
      applySettings();
    },
    setSpeed(speed) {
      dispatch({ type: 'speed_set', speed });
      applySettings();
    },
    discard(recordingId) {
      if (store.get().recordingId === recordingId && element !== null) unload(element.audio);
      dispatch({ type: 'discarded', recordingId });
    },
  };
}

function unload(audio: HTMLAudioElement): void {
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
}
