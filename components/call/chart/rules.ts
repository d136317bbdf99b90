import { cooldownMs } from '@/lib/contracts/cooldown';
import { returnWaitMs } from '@/lib/contracts/limits';
import type { AgentActivity, Outcome, Refusal, MeasuredVoice } from './events';

/** The call's times in milliseconds. */
export const times = {
  promptOverlooked: 3000,
  cooldown: cooldownMs,
  recordingStart: 500,
  agentDue: 15_000,
  /** After the agent has left, the closing of the room may still arrive within this time. */
  agentGrace: 2500,
  uploadBeforeLeaving: 8000,
  /** Waits before each try to enter a room again. */
  rejoin: [0, 1000, 2000, 4000, 8000],
  /** The agent waits this long for a visitor whose page is gone. */
  returnWait: returnWaitMs,
  /** While the visitor types, the typing message is repeated after this time. */
  typingSignal: 3000,
  /** An empty field counts as abandoned after this time. */
  recentKey: 5000,
};

/** Returns a value that the entry of the current state guarantees. Its absence is a bug in the chart. */
export function requireValue<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The chart entered a state too early');
  return value;
}

/** Signs that the visitor was heard. */
export interface HeardEvidence {
  /** True if the agent reports a turn of the visitor. Undefined before its first report. */
  hasAgentHeard: boolean | undefined;
  hasServerHeard: boolean;
  typedAnswers: number;
  voice: MeasuredVoice;
}

export const noEvidence: HeardEvidence = {
  hasAgentHeard: undefined,
  hasServerHeard: false,
  typedAnswers: 0,
  voice: 'unknown',
};

export type ClosedBy = 'agent' | 'operator' | 'visitor';

/**
 * True if the visitor was heard. If the agent or the office closed the room, the agent's report decides; without a report, only
 * a clear sign counts. Otherwise any sign counts, and so does a voice that could not be measured.
 */
export function wasHeard(evidence: HeardEvidence, closedBy: ClosedBy): boolean {
  const { hasAgentHeard, hasServerHeard, typedAnswers, voice } = evidence;
  const reachedServer = hasServerHeard || typedAnswers > 0;
  if (closedBy !== 'visitor') return hasAgentHeard ?? (reachedServer || voice === 'speech');
  return hasAgentHeard === true || reachedServer || voice !== 'none';
}

interface Ending {
  evidence: HeardEvidence;
  closedBy: ClosedBy;
  hasAgentCome: boolean;
  /** Resumed after a reload: nothing is known of the time before. */
  isResumed: boolean;
}

/** Returns why the call was no conversation; undefined if it was one, or may have been. */
export function outcomeOf({ evidence, closedBy, hasAgentCome, isResumed }: Ending): Outcome | undefined {
  if (closedBy === 'visitor' && isResumed) return undefined;
  if (closedBy === 'visitor' && !hasAgentCome) return 'unanswered';
  return wasHeard(evidence, closedBy) ? undefined : 'unheard';
}

/** True if the server was out of reach or failed, so that a retry may succeed. */
export function isRetryable(refusal: Refusal): boolean {
  return refusal.kind === 'connection' || (refusal.kind === 'token' && refusal.status >= 500);
}

/** True if the room is over or belongs to somebody else. */
export function isRoomGone(refusal: Refusal): boolean {
  return refusal.kind === 'token' && refusal.status === 409;
}

export type WhoseTurn = AgentActivity | 'your_turn';

/** Derives whose turn it is. An agent that listens right after it spoke has given the turn to the visitor. */
export function nextTurn(previousTurn: WhoseTurn | null, activity: AgentActivity): WhoseTurn {
  const justSpoke = previousTurn === 'speaking' || previousTurn === 'your_turn';
  // The agent saves an answer while it speaks its last words: the visitor need not wait for that.
  if (activity === 'thinking' && previousTurn === 'speaking') return previousTurn;
  return activity === 'listening' && justSpoke ? 'your_turn' : activity;
}

export function isListening(turn: WhoseTurn | null): boolean {
  return turn === 'listening' || turn === 'hearing' || turn === 'your_turn';
}

/** The field for typed answers, and when the agent last got a message about it. */
export interface AnswerField {
  isOpen: boolean;
  hasText: boolean;
  lastKeyMs: number;
  publishedMs: number;
}

export const closedField: AnswerField = {
  isOpen: false,
  hasText: false,
  lastKeyMs: -Infinity,
  publishedMs: -Infinity,
};

/** True while the visitor is writing an answer. An abandoned field does not count. */
export function isAnswering({ isOpen, hasText, lastKeyMs }: AnswerField, nowMs: number): boolean {
  return isOpen && (hasText || nowMs - lastKeyMs < times.recentKey);
}
