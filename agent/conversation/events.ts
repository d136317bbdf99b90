import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { Cue, Meaning, ReplyCue } from './wording.ts';

// Events are all that the policy of a conversation knows; effects are its decisions.

export type TimerName = 'arrival' | 'limit' | 'return' | 'endpoint' | 'silence' | 'resume' | 'hang_up';

/** Events in a room that concern a conversation. `atMs` is now; times are ms since 1970. */
export type RoomEvent = { atMs: number } & (
  | { type: 'entered' }
  | { type: 'visitor_met'; identity: string }
  | { type: 'visitor_lost'; isForGood: boolean }
  | { type: 'visitor_back'; identity: string }
  | { type: 'visitor_typed'; text: string }
  /** The field for typed answers is in use, or was closed. */
  | { type: 'visitor_typing'; isTyping: boolean }
  /** The process has to stop, or something in the call broke. */
  | { type: 'failed' }
);

/** The changes that the voice activity detector reports. */
export type VoiceChange =
  | { type: 'voice_started'; fromMs: number }
  /** `voicedMs`: how much of the speech was voiced so far. */
  | { type: 'voiced'; voicedMs: number }
  /** A silence within speech, so far. */
  | { type: 'silent'; silentMs: number; voicedMs: number }
  | { type: 'voice_ended'; fromMs: number; toMs: number; voicedMs: number };

/** With a recogniser, exactly one `words` follows each `voice_ended`, in their order. */
export type VoiceEvent = { atMs: number } & ({ type: 'microphone'; isOpen: boolean } | VoiceChange | Words);

export interface Words {
  type: 'words';
  /** Empty if there are none; absent if no recogniser answered. */
  text?: string;
  /** A backchannel over the agent's voice, or the agent's own words. */
  kind?: 'backchannel' | 'echo';
  /** The language of the conversation, if known. */
  language?: Language;
}

export type SpeechEvent = { atMs: number } & (
  | { type: 'speech_started' }
  | { type: 'question_started'; isGoodbye: boolean }
  /** `heard`: the part that was heard, perhaps none. */
  | { type: 'speech_ended'; heard: string; isInterrupted: boolean; meaning: Readonly<Meaning> }
);

export type Event = RoomEvent | VoiceEvent | SpeechEvent | { type: 'timer'; timer: TimerName; atMs: number };
export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** Effects of an event, performed in this order. */
export type Effect =
  | { type: 'say'; cue: Cue }
  | { type: 'prepare'; cue: ReplyCue }
  | { type: 'pause' | 'resume' | 'stop' }
  | { type: 'heard'; text: string; isQuestionHeard: boolean }
  | { type: 'set_timer'; timer: TimerName; ms: number }
  | { type: 'clear_timer'; timer: TimerName }
  | ReportedEffect;

/** The facts of a call that are reported outside. `end` comes once, last. */
export type ReportedEffect =
  | { type: 'started'; atMs: number }
  | { type: 'visitor_turn'; turn: Turn; isSpoken: boolean }
  | { type: 'agent_turn'; turn: Turn; by: Meaning['by']; isInterrupted: boolean }
  | { type: 'end'; reason: EndReason; atMs: number };
