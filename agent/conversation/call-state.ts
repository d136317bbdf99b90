import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { ExpectedAnswer } from '../language/end-of-turn.ts';
import type { Effect, EventOf, Words } from './events.ts';
import { type Waits, defaultWaits, timing } from './timing.ts';
import type { Cue, ReplyCue } from './wording.ts';

export interface CallState {
  readonly phase: 'arriving' | 'speaking' | 'listening' | 'closing' | 'away' | 'over';
  /** The effects of the last event. */
  readonly effects: readonly Effect[];
  /** True if words are recognised during the call. Otherwise only voice and silence are known. */
  readonly hasRecognizer: boolean;
  readonly waits: Readonly<Waits>;
  readonly isNoticeHeard: boolean;
  readonly speaking?: AgentSpeech;
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
  /** The shortest silence that ends a turn. It grows if the agent begins to speak in one of this visitor's pauses. */
  readonly minEndpointMs: number;
  /** When the visitor's last complete turn ended, spoken or typed; absent before the first one. */
  readonly answeredUntilMs?: number;
  /** Why the call ends once the agent is silent. */
  readonly ending?: EndReason;
  /** True once the goodbye cannot be taken back: the time is up, or the visitor is gone. */
  readonly isFinal: boolean;
}

export function newCall(hasRecognizer: boolean, waits: Waits = defaultWaits): CallState {
  return {
    phase: 'arriving',
    effects: [],
    hasRecognizer,
    waits,
    isNoticeHeard: false,
    isTyping: false,
    hasMicrophone: false,
    silences: 0,
    waitedMs: 0,
    waitingSinceMs: 0,
    isNoisy: false,
    minEndpointMs: hasRecognizer ? 0 : timing.endpoint.blind,
    isFinal: false,
  };
}

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

export function hasWords({ text, hasUnrecognizedPart }: OpenTurn): boolean {
  return text !== undefined || hasUnrecognizedPart;
}

/** @param isRecognized true if the words of this voice will follow */
export function addVoice(
  turn: OpenTurn,
  { toMs, voicedMs }: EventOf<'voice_ended'>,
  isRecognized: boolean,
): OpenTurn {
  return {
    ...turn,
    endedAtMs: Math.max(toMs, turn.startedAtMs),
    voicedMs: turn.voicedMs + voicedMs,
    isTyped: false,
    pending: turn.pending + (isRecognized ? 1 : 0),
  };
}

/** Adds the words of an utterance. Ignored words only end the wait for them. */
export function addWords(turn: OpenTurn, { text, language }: Words, isIgnored: boolean): OpenTurn {
  const nextTurn: OpenTurn = { ...turn, pending: Math.max(0, turn.pending - 1) };
  if (isIgnored) return nextTurn;
  if (text === undefined) return { ...nextTurn, language, hasUnrecognizedPart: true };
  return { ...nextTurn, language, text: [turn.text, text].filter(Boolean).join(' ') };
}

export function addTypedText(turn: OpenTurn, text: string): OpenTurn {
  return { ...turn, isTyped: true, text: [turn.text, text].filter(Boolean).join('\n') };
}

export function cueOf({ text, hasUnrecognizedPart, isTyped, continues, endedAtMs }: OpenTurn): ReplyCue {
  return {
    type: 'reply',
    ...(text !== undefined && { text }),
    isUnrecognized: text === undefined && hasUnrecognizedPart,
    continues,
    ...(!isTyped && { spokenUntilMs: endedAtMs }),
  };
}

export function reportOfTurn({ startedAtMs, endedAtMs, text, isTyped }: OpenTurn): Effect {
  const turn: Turn = { speaker: 'visitor', startedAtMs, endedAtMs: Math.max(startedAtMs, endedAtMs) };
  if (text !== undefined) turn.text = text;
  return { type: 'visitor_turn', turn, isSpoken: !isTyped };
}

/** The current utterance, or the one that a lost connection interrupted. */
export interface AgentSpeech {
  cue: Cue;
  startedAtMs?: number;
  questionAtMs?: number;
  /** The agent is saying a goodbye. */
  isGoodbye: boolean;
  /** When the visitor's voice paused it. */
  pausedAtMs?: number;
  /** The visitor has pressed keys during it. */
  isTypedOver?: boolean;
}

/** True if the visitor, whose voice began at `beganMs`, may only have paused when the reply came. */
export function mayHavePaused(
  { startedAtMs, questionAtMs }: AgentSpeech,
  beganMs: number,
  canPause: boolean,
): boolean {
  if (startedAtMs === undefined || questionAtMs === undefined) return true;
  if (canPause) return beganMs < startedAtMs + timing.continueWithinMs;
  return beganMs < questionAtMs + (startedAtMs === questionAtMs ? timing.questionGraceMs : 0);
}

/** True if the visitor heard enough of the question to answer it. */
export function hasHeardQuestion({ questionAtMs }: AgentSpeech, beganMs: number | undefined): boolean {
  return (
    questionAtMs !== undefined && beganMs !== undefined && beganMs >= questionAtMs + timing.questionGraceMs
  );
}

export function reportOfSpeech(
  { startedAtMs, pausedAtMs }: AgentSpeech,
  event: EventOf<'speech_ended'>,
): Effect {
  const { heard: text, meaning, isInterrupted } = event;
  // The words that interrupt a sentence arrive a moment after its pause.
  const atMs = pausedAtMs ?? event.atMs;
  const fromMs = startedAtMs ?? atMs;
  const turn: Turn = { speaker: 'agent', startedAtMs: fromMs, endedAtMs: Math.max(fromMs, atMs), text };
  if (meaning.asks !== undefined) turn.topic = meaning.asks;
  return { type: 'agent_turn', turn, by: meaning.by, isInterrupted };
}
