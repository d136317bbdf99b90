import type { CallEvent, InterviewTopic, TurnEvent } from '../lib/contracts/call-events.ts';
import type { Line } from './script.ts';

export type EndReason = Extract<CallEvent, { type: 'ended' }>['reason'];

/** A turn as the interview knows it; its index and a visitor's text are added where it is reported. */
export type Turn = Omit<TurnEvent, 'type' | 'index'>;

export type TimerName = 'arrival' | 'interrupt' | 'endpoint' | 'silence' | 'hang_up' | 'return' | 'limit';

/** What happens to the interview. `atMs` is when it is told, the other times are when it happened, ms since 1970. */
export type InterviewEvent =
  | { type: 'entered'; atMs: number }
  | { type: 'visitor_met'; atMs: number }
  /** A sentence of the line begins to be heard; the first is 0. */
  | { type: 'sentence_started'; index: number; atMs: number }
  /** The line is over, said to the end or stopped. `text` is what was heard of it, if anything. */
  | { type: 'line_ended'; atMs: number; text: string | undefined }
  | { type: 'speech_started'; atMs: number; fromMs: number }
  | { type: 'speech_ended'; atMs: number; fromMs: number; toMs: number }
  | { type: 'visitor_lost'; atMs: number; forGood: boolean }
  | { type: 'visitor_back'; atMs: number }
  | { type: 'timer'; timer: TimerName; atMs: number }
  /** The process has to stop, or something in the call broke. */
  | { type: 'failed'; atMs: number };

/** What is to be done, in this order. */
export type InterviewAction =
  | { type: 'say'; line: Line }
  | { type: 'stop_speaking' }
  | { type: 'set_timer'; timer: TimerName; ms: number }
  | { type: 'clear_timer'; timer: TimerName }
  | { type: 'report_started'; atMs: number }
  | { type: 'report_turn'; turn: Turn }
  | { type: 'end'; reason: EndReason; atMs: number };

/** The line that is being said or was said last. */
export interface Speaking {
  line: Line;
  /** The sentence that is being heard; before the first one it is 0. */
  sentence: number;
  startedAtMs?: number;
  questionStartedAtMs?: number;
  stopped?: boolean;
}

export interface Answer {
  startedAtMs: number;
  endedAtMs: number;
  voicedMs: number;
}

export interface Interview {
  phase: 'arriving' | 'speaking' | 'listening' | 'closing' | 'away' | 'over';
  /** Which question of the interview it is at. */
  question: number;
  /** How often that question was put. */
  asked: number;
  speaking?: Speaking;
  /** Since when the visitor speaks, if so. */
  visitorSinceMs?: number;
  answer?: Answer;
  /** `rest`: what the visitor says began before the question could be heard; the question follows. */
  listensFor: 'answer' | 'rest';
  heardVisitor: boolean;
  silentQuestions: number;
  endpointMs: number;
  /** Why the call ends as soon as the agent has fallen silent. */
  ending?: EndReason;
  outOfTime?: boolean;
}

export interface Step {
  next: Interview;
  actions: InterviewAction[];
}

export type { InterviewTopic };
