import type { Language } from '@/lib/i18n/language';

/** The phone form's values, and whether the visitor types. */
export interface StartRequest {
  phone: string;
  /** The language of the conversation. */
  language: Language;
  /** The visitor types; no microphone is opened. */
  isTyping?: boolean;
}

/** Access to one LiveKit room. */
export interface Grant {
  token: string;
  roomName: string;
  serverUrl: string;
  /** The span of the token's request, where the server traces calls. */
  spanId?: string;
  /** The recording is uploaded straight into storage. */
  directUpload?: boolean;
}

/** A call that a reload or a crash interrupted, found in IndexedDB. */
export interface PreviousCall {
  room: string;
  grant: Grant;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  /** When its page was last in the call, milliseconds since 1970. */
  lastSeenMs: number;
  muted: boolean;
  /** How many chunks of its recording are stored. */
  chunks: number;
  /** Releases the lock on its recording. */
  release: () => void;
}

/** Why the server gave no token. */
export type Refusal =
  /** `number_cooldown`: another browser has just had a call with this number. `untilMs`: milliseconds since 1970. */
  | { kind: 'rate_limited' | 'number_cooldown'; untilMs: number }
  | { kind: 'cooldown'; untilMs: number }
  | { kind: 'terms_outdated' | 'lines_busy' | 'unavailable' | 'connection' }
  | { kind: 'token'; status: number };

export type TokenAnswer = { ok: true; grant: Grant } | { ok: false; refusal: Refusal };

/** `unsupported`: the browser has no WebRTC. */
export interface Breakdown {
  kind: 'unsupported' | 'agent_missing' | 'agent_left' | 'lost';
}

/** Why a call could not begin, or broke off. */
export type CallFailure = Exclude<Refusal, { kind: 'cooldown' }> | Breakdown;

export type MicrophoneFault = 'denied' | 'unsupported' | 'missing' | 'busy' | 'other';

/** Why a call was no conversation: the agent heard nobody, or did not come. */
export type Outcome = 'unheard' | 'unanswered';

/** The agent's state. It is hearing while the visitor speaks. */
export type AgentActivity = 'speaking' | 'thinking' | 'hearing' | 'listening';

/** How much of the visitor's voice this tab has measured. 'unknown': the audio graph has not run. */
export type MeasuredVoice = 'unknown' | 'none' | 'some' | 'speech';

export type VisitorEvent =
  | { type: 'start'; request: StartRequest }
  /** `isOffered`: the visitor is asked first. */
  | { type: 'resume'; request: StartRequest; previous: PreviousCall; isOffered: boolean }
  | { type: 'retry' | 'typeInstead' | 'end' | 'dismiss' | 'reopenMicrophone' | 'showCooldown' }
  | { type: 'showLastCall'; room: string; outcome?: Outcome; isTyping?: boolean; isEndedByOffice?: boolean }
  | { type: 'setMuted'; isMuted: boolean }
  | { type: 'answerField'; isOpen: boolean; text: string };

export type MicrophoneEvent =
  | { type: 'microphone.muted'; isMuted: boolean }
  /** Another device, or the same one again, works. */
  | { type: 'microphone.restarted' }
  /** A phone call or another app takes the microphone, or returns it. */
  | { type: 'microphone.interrupted'; isInterrupted: boolean }
  | { type: 'microphone.lost'; isDenied: boolean }
  | { type: 'microphone.silent'; isSilent: boolean }
  | { type: 'microphone.voice'; voice: MeasuredVoice };

export type LiveRoomEvent =
  | { type: 'room.agentJoined' | 'room.agentLeft' }
  | { type: 'room.agentActivity'; activity: AgentActivity }
  /** The agent reports whether the visitor has had a turn. */
  | { type: 'room.visitorHeard'; isHeard: boolean }
  /** LiveKit's speaker detection heard the visitor while the audio graph did not run. */
  | { type: 'room.visitorAudible' }
  | { type: 'room.textSent'; text: string }
  /** The browser wants a press before it plays the agent's voice. */
  | { type: 'room.soundBlocked'; isBlocked: boolean }
  /** Somebody of the office listens in. */
  | { type: 'room.operator'; isListening: boolean }
  /** livekit-client reconnects by itself. */
  | { type: 'room.connectionLost' | 'room.connectionBack' }
  /** The connection is lost, and livekit-client does not restore it. */
  | { type: 'room.disconnected' }
  | { type: 'room.closed'; by: 'agent' | 'operator' };

export type ChartEvent =
  | VisitorEvent
  | MicrophoneEvent
  | LiveRoomEvent
  | { type: 'tabLock.stolen' }
  | { type: 'finished'; callId: number };
