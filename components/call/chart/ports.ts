import type { BrowserStep } from '@/lib/contracts/recording';
import type {
  StartRequest,
  Grant,
  MicrophoneEvent,
  MicrophoneFault,
  Outcome,
  PreviousCall,
  LiveRoomEvent,
  TokenAnswer,
} from './events';

/** Everything the call needs from outside: `adapters` and `call.ts` implement the ports, tests pass fakes. */
export interface Ports {
  clock: Clock;
  media: MediaPort;
  tokens: Tokens;
  tab: Tab;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (id: unknown) => void;
}

export interface MediaPort {
  /** False if the browser has no WebRTC. */
  isSupported: () => boolean;
  /** True if the browser grants the microphone without asking. */
  isMicrophoneGranted: () => boolean;
  /** If `signal` aborts meanwhile, frees what it has opened and rejects. @throws what getUserMedia throws */
  open: (options: { isTyping: boolean; signal: AbortSignal }) => Promise<Media>;
  faultOf: (error: unknown) => MicrophoneFault;
}

/** How loud each side is: 0 for silence, 1 for a loud voice. */
export interface Levels {
  visitor: number;
  agent: number;
}

/** The microphone and the audio graph of one call. */
export interface Media {
  /** Creates `room` without connecting it. */
  openRoom: (emit: (event: LiveRoomEvent | MicrophoneEvent) => void) => void;
  readonly room: Room | undefined;
  /** @throws if the browser cannot record */
  record: (call: RecordedCall) => RunningRecording;
  /**
   * Measures the voices and emits changes, until the returned function is called.
   * @param expectsSpeech true while silence is suspicious
   */
  measure: (expectsSpeech: () => boolean, emit: (event: MicrophoneEvent) => void) => () => void;
  /** Restarts the measurement of silence, because a typed answer needs no voice. */
  resetSilence: () => void;
  levels: () => Levels;
  /** The heights of the five bars, 0 to 1. */
  bars: () => number[];
  /** Starts a suspended audio graph; to be called from a press. */
  wake: () => void;
  stopMicrophone: () => void;
  close: () => Promise<void>;
}

export interface Tokens {
  newRoomName: () => string;
  /** Never rejects. */
  request: (request: StartRequest, roomName: string) => Promise<TokenAnswer>;
  /** Frees the place of a call that the visitor ended before the agent's first word. Never throws. */
  hangUp: (grant: Grant) => void;
}

export interface Room {
  /** Enters for the first time or again. @throws when the media server cannot be reached */
  enter: (grant: Grant) => Promise<void>;
  /** @throws what livekit-client throws */
  publishMicrophone: () => Promise<void>;
  /** Emits `microphone.muted`, or `microphone.lost` if the device did not follow. Never rejects. */
  setMuted: (isMuted: boolean) => Promise<void>;
  reopenMicrophone: () => void;
  /** The agent waits longer for an answer while the visitor types or cannot speak. */
  publishTyping: (isTyping: boolean) => void;
  /** Stops the agent's voice, its captions and the microphone at once; the room is not left. */
  stopVoices: () => void;
  leave: () => Promise<void>;
  /** Emits `room.textSent`, or returns false if the text was not sent. */
  sendText: (text: string) => Promise<boolean>;
  /** False if the browser opened a different device. */
  useDevice: (kind: 'audioinput' | 'audiooutput', deviceId: string) => Promise<boolean>;
  /** Plays what the browser blocked; to be called from a press. */
  allowSound: () => Promise<void>;
}

export interface RecordedCall {
  grant: Grant;
  request: StartRequest;
  isMuted: boolean;
  previous: PreviousCall | null;
}

export interface CallSummary {
  outcome: Outcome | undefined;
  isEndedByOffice: boolean;
  /** The call's trace; empty if the server traces nothing. */
  steps: readonly BrowserStep[];
}

export interface RunningRecording {
  saveMuted: (isMuted: boolean) => void;
  /** Never rejects. */
  stop: () => Promise<void>;
  /** Retries in the background and reports its progress on the receipt. Never rejects. */
  deliver: (summary: CallSummary) => Promise<void>;
}

/** This tab among the others, its memory between calls, and its phone form. */
export interface Tab {
  /** Resolves with the release, or null if another tab is in a call. `onStolen` fires when another tab takes the lock over. */
  lockCall: (options: { mustSteal: boolean; onStolen: () => void }) => Promise<(() => void) | null>;
  readCooldown: () => number | null;
  startCooldown: (untilMs: number) => void;
  saveCurrentCall: (room: string) => void;
  /** Marks an interrupted call as over and sends its recording. */
  abandon: (previous: PreviousCall) => void;
  showForm: () => void;
  reloadForNewTerms: (request: StartRequest) => void;
}

/** The handles of one call. They outlive its states: `finishCall` closes them. */
export interface Resources {
  releaseTabLock?: (() => void) | undefined;
  media?: Media;
  recording?: RunningRecording;
}
