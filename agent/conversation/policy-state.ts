import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { ExpectedAnswer } from '../language/end-of-turn.ts';
import { type Waits, defaultWaits, timing } from './timing.ts';
import type { Cue, Meaning, ReplyCue } from './wording.ts';

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

export type VoiceEvent = { atMs: number } & (
  | { type: 'microphone'; isOpen: boolean }
  | { type: 'voice_started'; fromMs: number }
  | { type: 'voiced'; voicedMs: number }
  | { type: 'silent'; silentMs: number; voicedMs: number }
  | { type: 'voice_ended'; fromMs: number; toMs: number; voicedMs: number }
  /** With a recogniser, exactly one for each `voice_ended`, in their order. */
  | Words
);

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
  | { type: 'started'; atMs: number }
  | { type: 'visitor_turn'; turn: Turn; isSpoken: boolean }
  | { type: 'agent_turn'; turn: Turn; by: Meaning['by']; isInterrupted: boolean }
  | { type: 'end'; reason: EndReason; atMs: number };

/** The visitor's turn that the agent has not answered yet, spoken or typed. */
export interface OpenTurn {
  startedAtMs: number;
  endedAtMs: number;
  voicedMs: number;
  text?: string;
  hasUnrecognizedPart: boolean;
  language?: Language;
  /** True if the last part was typed, so the turn is complete. */
  isTyped: boolean;
  /** Number of utterances whose words have not arrived yet. */
  pending: number;
  /** True if it continues the answer that the agent has just replied to. */
  continues: boolean;
}

/** The current utterance, or the one that a lost connection interrupted. */
export interface Speaking {
  cue: Cue;
  startedAtMs?: number;
  questionAtMs?: number;
  /** The agent is saying a goodbye. */
  isGoodbye: boolean;
  /** When the visitor's voice paused it. */
  pausedAtMs?: number;
}

export interface CallState {
  readonly phase: 'arriving' | 'speaking' | 'listening' | 'closing' | 'away' | 'over';
  /** True if words are recognised during the call. Otherwise only voice and silence are known. */
  readonly hasRecognizer: boolean;
  readonly waits: Readonly<Waits>;
  readonly isNoticeHeard: boolean;
  readonly speaking?: Speaking;
  /** The kind of answer to the last question that was heard; absent before the first one. */
  readonly answerKind?: ExpectedAnswer;
  readonly voiceSinceMs?: number;
  readonly openTurn?: OpenTurn;
  /** True while the field for typed answers is in use, and after a typed turn. The wait is longer then. */
  readonly isTyping: boolean;
  readonly hasMicrophone: boolean;
  /** Unanswered waits in a row. */
  readonly silences: number;
  /** How long the visitor has not answered the question, before `waitingSinceMs`. */
  readonly waitedMs: number;
  readonly waitingSinceMs: number;
  /** True if a sound without words shortened this wait, so its end does not count as a silence. */
  readonly isNoisy: boolean;
  /** The silence that ends a turn without a recogniser. It grows each time the agent interrupts the visitor. */
  readonly blindEndpointMs: number;
  /** True if the agent has begun to speak in one of this visitor's pauses. */
  readonly wasTalkedOver: boolean;
  /** When the visitor's last complete turn ended, spoken or typed; absent before the first one. */
  readonly answeredUntilMs?: number;
  /** Why the call ends once the agent is silent. */
  readonly ending?: EndReason;
  /** True once the time is up: the goodbye cannot be taken back. */
  readonly isFinal: boolean;
}

export interface Step {
  call: CallState;
  effects: Effect[];
}

export function newCall(hasRecognizer: boolean, waits: Waits = defaultWaits): CallState {
  return {
    phase: 'arriving',
    hasRecognizer,
    waits,
    isNoticeHeard: false,
    isTyping: false,
    hasMicrophone: false,
    silences: 0,
    waitedMs: 0,
    waitingSinceMs: 0,
    isNoisy: false,
    blindEndpointMs: timing.endpoint.blind,
    wasTalkedOver: false,
    isFinal: false,
  };
}

export function newOpenTurn(atMs: number): OpenTurn {
  return {
    startedAtMs: atMs,
    endedAtMs: atMs,
    voicedMs: 0,
    hasUnrecognizedPart: false,
    isTyped: false,
    pending: 0,
    continues: false,
  };
}

export const setTimer = (timer: TimerName, ms: number): Effect => ({ type: 'set_timer', timer, ms });
export const clearTimer = (timer: TimerName): Effect => ({ type: 'clear_timer', timer });
/** A step that only changes the state, if anything. */
export const withoutEffects = (call: CallState): Step => ({ call, effects: [] });
/** The step with these effects before its own. */
export const prepend = (effects: Effect[], { call, effects: laterEffects }: Step): Step => ({
  call,
  effects: [...effects, ...laterEffects],
});

export function say(call: CallState, cue: Cue): Step {
  const speaking: Speaking = { cue, isGoodbye: cue.type === 'goodbye' };
  return { call: { ...call, phase: 'speaking', speaking }, effects: [{ type: 'say', cue }] };
}

/** True if the visitor may interrupt the utterance: never the notice or a final goodbye; without a recogniser, no goodbye. */
export function mayBeInterrupted(
  { hasRecognizer, isFinal }: CallState,
  { cue, isGoodbye }: Speaking,
): boolean {
  return cue.type !== 'notice' && (!isGoodbye || (hasRecognizer && !isFinal));
}
