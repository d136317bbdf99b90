import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import type { Line, Script } from './script.ts';
import { endpointMs } from './timing.ts';

export type TimerName = 'arrival' | 'endpoint' | 'silence' | 'hang_up' | 'return' | 'limit';

/** Input events of the state machine. `atMs` is when it is given, the other times are when it happened, ms since 1970. */
export type InterviewEvent =
  | { type: 'entered'; atMs: number }
  | { type: 'visitor_met'; atMs: number }
  /** A sentence of the line begins to be heard; the first is 0. */
  | { type: 'sentence_started'; index: number; atMs: number }
  /** The line was said to the end or stopped; `text`: the part that was heard, if any. */
  | { type: 'line_ended'; atMs: number; text: string | undefined }
  | { type: 'speech_started'; atMs: number; fromMs: number }
  /** The visitor goes on speaking; `voicedMs` is the voiced duration so far. */
  | { type: 'speech_voiced'; atMs: number; voicedMs: number }
  | { type: 'speech_ended'; atMs: number; fromMs: number; toMs: number }
  /** A typed answer: complete as it stands. */
  | { type: 'visitor_typed'; atMs: number; text: string }
  /** A field for typed answers is in use, or not any more. */
  | { type: 'visitor_writes'; atMs: number }
  | { type: 'visitor_lost'; atMs: number; forGood: boolean }
  | { type: 'visitor_back'; atMs: number }
  | { type: 'timer'; timer: TimerName; atMs: number }
  /** The process has to stop, or something in the call broke. */
  | { type: 'failed'; atMs: number };

/** Effects of a transition, carried out in this order. */
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
  script: Script;
  phase: 'arriving' | 'speaking' | 'listening' | 'closing' | 'away' | 'over';
  /** Which topic of the script it is at. */
  question: number;
  speaking?: Speaking;
  /** Since when the visitor speaks, if so. */
  visitorSinceMs?: number;
  answer?: Answer;
  /** Typed while the agent spoke; it counts as soon as the agent is silent. */
  typed?: { text: string; atMs: number };
  /** End of the last answer's voiced audio; the length of a pause is known once the visitor goes on. */
  answeredUntilMs?: number;
  /** `rest`: the current speech began before the question could be heard; the question follows. */
  listensFor: 'answer' | 'rest';
  heardVisitor: boolean;
  /** Unanswered waits in a row. */
  silences: number;
  endpointMs: number;
  /** Why the call ends as soon as the agent has fallen silent. */
  ending?: EndReason;
  outOfTime?: boolean;
}

export interface Step {
  next: Interview;
  actions: InterviewAction[];
}

export type EventOf<Type extends InterviewEvent['type']> = Extract<InterviewEvent, { type: Type }>;

export const silenceTimers: readonly InterviewAction[] = [
  { type: 'clear_timer', timer: 'endpoint' },
  { type: 'clear_timer', timer: 'silence' },
];

/** The topic that is being asked about, or was last. */
export function topicOf({ script, question }: Interview): string {
  return script.topics[question] ?? script.topics.at(-1) ?? '';
}

export function say(state: Interview, line: Line): Step {
  return {
    next: { ...state, phase: 'speaking', speaking: { line, sentence: 0 }, answer: undefined },
    actions: [...silenceTimers, { type: 'say', line }],
  };
}

export function newInterview(script: Script): Interview {
  return {
    script,
    phase: 'arriving',
    question: 0,
    listensFor: 'answer',
    heardVisitor: false,
    silences: 0,
    endpointMs,
  };
}
