import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import {
  type Line,
  type Script,
  closing,
  earlyClosing,
  opening,
  plainQuestion,
  questionAfterAnswer,
  questionAfterReturn,
  questionAfterSilence,
  repeatedQuestion,
} from './script.ts';
import {
  answerWaitMs,
  arrivalWaitMs,
  asksPerQuestion,
  callLimitMs,
  endpointMaxMs,
  endpointMs,
  endpointStepMs,
  hangUpMs,
  interruptMs,
  minAnswerMs,
  pauseMarginMs,
  questionGraceMs,
  resumeMs,
  returnWaitMs,
  silentQuestionsMax,
} from './timing.ts';

export type TimerName = 'arrival' | 'endpoint' | 'silence' | 'hang_up' | 'return' | 'limit';

/** Input events of the state machine. `atMs` is when it is told, the other times are when it happened, ms since 1970. */
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
interface Speaking {
  line: Line;
  /** The sentence that is being heard; before the first one it is 0. */
  sentence: number;
  startedAtMs?: number;
  questionStartedAtMs?: number;
  stopped?: boolean;
}

interface Answer {
  startedAtMs: number;
  endedAtMs: number;
  voicedMs: number;
}

export interface Interview {
  script: Script;
  phase: 'arriving' | 'speaking' | 'listening' | 'closing' | 'away' | 'over';
  /** Which topic of the script it is at. */
  question: number;
  asked: number;
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
  silentQuestions: number;
  endpointMs: number;
  /** Why the call ends as soon as the agent has fallen silent. */
  ending?: EndReason;
  outOfTime?: boolean;
}

interface Step {
  next: Interview;
  actions: InterviewAction[];
}

type EventOf<Type extends InterviewEvent['type']> = Extract<InterviewEvent, { type: Type }>;

const silenceTimers: readonly InterviewAction[] = [
  { type: 'clear_timer', timer: 'endpoint' },
  { type: 'clear_timer', timer: 'silence' },
];

/** The topic that is being asked about, or was last. */
function topicOf({ script, question }: Interview): string {
  return script.topics[question] ?? script.topics.at(-1) ?? '';
}

function say(state: Interview, line: Line): Step {
  return {
    next: { ...state, phase: 'speaking', speaking: { line, sentence: 0 }, answer: undefined },
    actions: [...silenceTimers, { type: 'say', line }],
  };
}

function sentenceStarted(state: Interview, { index, atMs }: EventOf<'sentence_started'>): Step {
  if (state.phase !== 'speaking' || state.speaking === undefined) return { next: state, actions: [] };
  const speaking: Speaking = {
    ...state.speaking,
    sentence: index,
    startedAtMs: state.speaking.startedAtMs ?? atMs,
    questionStartedAtMs: index === state.speaking.line.questionAt ? atMs : state.speaking.questionStartedAtMs,
  };
  return { next: { ...state, speaking }, actions: [] };
}

/** Stops the agent once the visitor has spoken for long enough over something that may be talked over. */
function speechVoiced(state: Interview, { voicedMs }: EventOf<'speech_voiced'>): Step {
  const { speaking, visitorSinceMs } = state;
  const nothing = { next: state, actions: [] };
  if (state.phase !== 'speaking' || speaking === undefined || visitorSinceMs === undefined) return nothing;
  const { line, sentence, stopped } = speaking;
  if (stopped === true || sentence < line.yieldsFrom || sentence >= line.yieldsTo) return nothing;
  const graceMs = line.questionAt === 0 ? questionGraceMs : 0;
  const onlyPaused =
    line.thanksFor !== undefined && visitorSinceMs < (speaking.questionStartedAtMs ?? Infinity) + graceMs;
  if (voicedMs < (onlyPaused ? resumeMs : interruptMs)) return nothing;
  return {
    next: { ...state, speaking: { ...speaking, stopped: true } },
    actions: [{ type: 'stop_speaking' }],
  };
}

function lineEnded(state: Interview, { atMs, text }: EventOf<'line_ended'>): Step {
  const reported = agentTurn(state, atMs, text);
  if (state.phase !== 'speaking' || state.speaking === undefined) return { next: state, actions: reported };
  const after = afterLine(state, state.speaking, atMs);
  return { next: after.next, actions: [...reported, ...after.actions] };
}

function agentTurn({ speaking }: Interview, atMs: number, text: string | undefined): InterviewAction[] {
  if (speaking?.startedAtMs === undefined || text === undefined) return [];
  const { topic } = speaking.line;
  return [
    {
      type: 'report_turn',
      turn: {
        speaker: 'agent',
        startedAtMs: speaking.startedAtMs,
        endedAtMs: Math.max(atMs, speaking.startedAtMs),
        text,
        topic,
      },
    },
  ];
}

function afterLine(state: Interview, speaking: Speaking, atMs: number): Step {
  if (state.ending !== undefined)
    return {
      next: { ...state, phase: 'over' },
      actions: [...silenceTimers, ...typedTurn(state), { type: 'end', reason: state.ending, atMs }],
    };
  const { line, stopped } = speaking;
  if (state.outOfTime === true && line.last !== true)
    return say({ ...state, outOfTime: false }, earlyClosing('time'));
  if (line.last === true && stopped !== true)
    return {
      next: { ...state, phase: 'closing', typed: undefined },
      actions: [...silenceTimers, ...typedTurn(state), { type: 'set_timer', timer: 'hang_up', ms: hangUpMs }],
    };
  return listen(state, speaking);
}

function listen(state: Interview, speaking: Speaking): Step {
  const { visitorSinceMs } = state;
  const early = speaking.stopped === true && beforeQuestion(speaking, visitorSinceMs ?? state.typed?.atMs);
  if (state.typed !== undefined)
    return typedAnswer({ ...state, phase: 'listening', listensFor: early ? 'rest' : 'answer' });
  const onlyPaused = early && speaking.line.thanksFor !== undefined;
  return {
    next: {
      ...state,
      phase: 'listening',
      listensFor: early ? 'rest' : 'answer',
      endpointMs: onlyPaused ? endpointAfterPause(state) : state.endpointMs,
      answer:
        visitorSinceMs === undefined
          ? undefined
          : { startedAtMs: visitorSinceMs, endedAtMs: visitorSinceMs, voicedMs: 0 },
    },
    actions:
      visitorSinceMs === undefined
        ? [...silenceTimers, { type: 'set_timer', timer: 'silence', ms: answerWaitMs }]
        : silenceTimers.slice(),
  };
}

/** The pause that was taken for the end of an answer is waited for from now on. */
function endpointAfterPause({ endpointMs, visitorSinceMs, answeredUntilMs }: Interview): number {
  const pauseMs =
    visitorSinceMs === undefined || answeredUntilMs === undefined ? 0 : visitorSinceMs - answeredUntilMs;
  return Math.min(Math.max(endpointMs + endpointStepMs, pauseMs + pauseMarginMs), endpointMaxMs);
}

/** Whether what the visitor says over a line began too early to be an answer to its question. */
function beforeQuestion(
  { line, questionStartedAtMs }: Speaking,
  visitorSinceMs: number | undefined,
): boolean {
  if (line.questionAt === 0 && line.thanksFor === undefined) return false;
  if (questionStartedAtMs === undefined || visitorSinceMs === undefined) return true;
  return visitorSinceMs < questionStartedAtMs + questionGraceMs;
}

function speechStarted(state: Interview, { fromMs }: EventOf<'speech_started'>): Step {
  const next = { ...state, visitorSinceMs: fromMs };
  if (state.phase !== 'listening') return { next, actions: [] };
  const answer: Answer = state.answer ?? { startedAtMs: fromMs, endedAtMs: fromMs, voicedMs: 0 };
  return {
    next: { ...next, answer },
    actions: [
      { type: 'clear_timer', timer: 'silence' },
      { type: 'clear_timer', timer: 'endpoint' },
    ],
  };
}

function speechEnded(state: Interview, { atMs, fromMs, toMs }: EventOf<'speech_ended'>): Step {
  const next = { ...state, visitorSinceMs: undefined };
  if (state.phase !== 'listening') return { next, actions: [] };
  const known = state.answer ?? { startedAtMs: fromMs, endedAtMs: toMs, voicedMs: 0 };
  const answer: Answer = {
    ...known,
    endedAtMs: Math.max(toMs, known.startedAtMs),
    voicedMs: known.voicedMs + Math.max(0, toMs - fromMs),
  };
  if (answer.voicedMs < minAnswerMs && state.listensFor === 'answer')
    return {
      next: { ...next, answer: undefined },
      actions: [{ type: 'set_timer', timer: 'silence', ms: answerWaitMs }],
    };
  const ms = Math.max(0, toMs + state.endpointMs - atMs);
  return { next: { ...next, answer }, actions: [{ type: 'set_timer', timer: 'endpoint', ms }] };
}

/** The visitor has been silent for long enough after speaking. */
function answerEnded(state: Interview): Step {
  if (state.phase !== 'listening' || state.answer === undefined || state.visitorSinceMs !== undefined)
    return { next: state, actions: [] };
  return goOnAfter({ ...state, answeredUntilMs: state.answer.endedAtMs }, visitorTurn(state, state.answer));
}

/** A typed answer stands for itself; what was being said beside it is reported with it. */
function visitorTyped(state: Interview, { text, atMs }: EventOf<'visitor_typed'>): Step {
  if (state.phase === 'listening') return typedAnswer({ ...state, typed: { text, atMs } });
  if (state.phase !== 'speaking' || state.speaking === undefined)
    return { next: state, actions: typedTurn({ ...state, typed: { text, atMs } }) };
  const { typed } = state;
  const next = { ...state, typed: { text: typed === undefined ? text : `${typed.text}\n${text}`, atMs } };
  const { line, sentence } = state.speaking;
  if (sentence < line.yieldsFrom || sentence >= line.yieldsTo) return { next, actions: [] };
  return {
    next: { ...next, speaking: { ...state.speaking, stopped: true } },
    actions: [{ type: 'stop_speaking' }],
  };
}

function typedAnswer(state: Interview): Step {
  const spoken = state.typed === undefined ? [] : unfinishedAnswer(state, state.typed.atMs);
  return goOnAfter({ ...state, typed: undefined }, [...spoken, ...typedTurn(state)]);
}

function typedTurn(state: Interview): InterviewAction[] {
  if (state.typed === undefined) return [];
  const { text, atMs } = state.typed;
  const topic = heardTopic(state);
  return [
    { type: 'report_turn', turn: { speaker: 'visitor', startedAtMs: atMs, endedAtMs: atMs, text, topic } },
  ];
}

function goOnAfter(state: Interview, turns: InterviewAction[]): Step {
  const answered = topicOf(state);
  const heard: Interview = { ...state, heardVisitor: state.heardVisitor || turns.length > 0 };
  const step = state.listensFor === 'rest' ? afterRest(heard) : nextQuestion(heard, answered);
  return { next: step.next, actions: [...turns, ...step.actions] };
}

function afterRest(state: Interview): Step {
  const { line } = state.speaking ?? {};
  return say(state, line?.last === true ? closing() : plainQuestion(topicOf(state), line?.thanksFor));
}

function nextQuestion(state: Interview, answered?: string): Step {
  const next: Interview = {
    ...state,
    question: state.question + 1,
    asked: 1,
    silentQuestions: answered === undefined ? state.silentQuestions : 0,
  };
  if (next.question >= state.script.topics.length) return say(next, closing(answered));
  const topic = topicOf(next);
  return say(
    next,
    answered === undefined ? questionAfterSilence(topic) : questionAfterAnswer(answered, topic),
  );
}

/** Nobody answered: the question is put once more, then the interview moves on, and ends if it never heard a word. */
function nobodyAnswered(state: Interview): Step {
  if (state.phase !== 'listening') return { next: state, actions: [] };
  if (state.asked < asksPerQuestion)
    return say({ ...state, asked: state.asked + 1 }, repeatedQuestion(topicOf(state)));
  const silent = { ...state, silentQuestions: state.silentQuestions + 1 };
  if (!silent.heardVisitor && silent.silentQuestions >= silentQuestionsMax)
    return say(silent, earlyClosing('silent'));
  return nextQuestion(silent);
}

/** Speech in progress when something else ended the turn. */
function unfinishedAnswer(state: Interview, atMs: number): InterviewAction[] {
  if (state.phase !== 'listening' || state.answer === undefined) return [];
  const { visitorSinceMs, answer } = state;
  if (visitorSinceMs === undefined) return visitorTurn(state, answer);
  const voicedMs = answer.voicedMs + Math.max(0, atMs - visitorSinceMs);
  return visitorTurn(state, { ...answer, voicedMs, endedAtMs: Math.max(atMs, answer.startedAtMs) });
}

function visitorTurn(state: Interview, answer: Answer): InterviewAction[] {
  if (answer.voicedMs < minAnswerMs) return [];
  const { startedAtMs, endedAtMs } = answer;
  return [
    {
      type: 'report_turn',
      turn: { speaker: 'visitor', startedAtMs, endedAtMs, topic: heardTopic(state) },
    },
  ];
}

/** Which question the visitor is answering. */
function heardTopic(state: Interview): string | undefined {
  return state.listensFor === 'answer' ? topicOf(state) : state.speaking?.line.thanksFor;
}

export function newInterview(script: Script): Interview {
  return {
    script,
    phase: 'arriving',
    question: 0,
    asked: 0,
    listensFor: 'answer',
    heardVisitor: false,
    silentQuestions: 0,
    endpointMs,
  };
}

/** The pure transition function of the state machine: the next state and its effects. No I/O, no clock. */
export function step(state: Interview, event: InterviewEvent): Step {
  if (state.phase === 'over') return { next: state, actions: [] };
  switch (event.type) {
    case 'entered':
      return {
        next: state,
        actions: [{ type: 'set_timer', timer: 'arrival', ms: arrivalWaitMs }],
      };
    case 'visitor_met':
      return met(state, event.atMs);
    case 'sentence_started':
      return sentenceStarted(state, event);
    case 'line_ended':
      return lineEnded(state, event);
    case 'speech_started':
      return speechStarted(state, event);
    case 'speech_voiced':
      return speechVoiced(state, event);
    case 'speech_ended':
      return speechEnded(state, event);
    case 'visitor_typed':
      return visitorTyped(state, event);
    case 'visitor_lost':
      return event.forGood ? leave(state, 'visitor_left', event.atMs) : wait(state, event.atMs);
    case 'visitor_back':
      return goOn(state);
    case 'failed':
      return leave(state, 'agent_failed', event.atMs);
    case 'timer':
      return timeUp(state, event);
  }
}

function met(state: Interview, atMs: number): Step {
  if (state.phase !== 'arriving') return { next: state, actions: [] };
  const first = say({ ...state, question: 0, asked: 1, silentQuestions: 0 }, opening(state.script));
  return {
    next: first.next,
    actions: [
      { type: 'clear_timer', timer: 'arrival' },
      { type: 'report_started', atMs },
      { type: 'set_timer', timer: 'limit', ms: callLimitMs },
      ...first.actions,
    ],
  };
}

function timeUp(state: Interview, { timer, atMs }: Extract<InterviewEvent, { type: 'timer' }>): Step {
  switch (timer) {
    case 'endpoint':
      return answerEnded(state);
    case 'silence':
      return nobodyAnswered(state);
    case 'hang_up':
      return over(state, 'agent_closed', atMs);
    case 'arrival':
    case 'return':
      return over(state, 'visitor_left', atMs);
    case 'limit':
      return outOfTime(state, atMs);
  }
}

function outOfTime(state: Interview, atMs: number): Step {
  if (state.phase === 'away') return over(state, 'visitor_left', atMs);
  if (state.phase === 'speaking') {
    if (state.speaking?.line.last === true) return { next: state, actions: [] };
    return { next: { ...state, outOfTime: true }, actions: [{ type: 'stop_speaking' }] };
  }
  if (state.phase !== 'listening') return { next: state, actions: [] };
  const bye = say({ ...state, answer: undefined }, earlyClosing('time'));
  return { next: bye.next, actions: [...unfinishedAnswer(state, atMs), ...bye.actions] };
}

/** The connection broke: the agent falls silent and waits; what was being said to it is kept. */
function wait(state: Interview, atMs: number): Step {
  if (state.phase === 'arriving' || state.phase === 'away' || state.phase === 'closing')
    return { next: state, actions: [] };
  return {
    next: { ...state, phase: 'away', answer: undefined, visitorSinceMs: undefined },
    actions: [
      ...silenceTimers,
      ...unfinishedAnswer(state, atMs),
      ...(state.phase === 'speaking' ? [{ type: 'stop_speaking' } as const] : []),
      { type: 'set_timer', timer: 'return', ms: returnWaitMs },
    ],
  };
}

function goOn(state: Interview): Step {
  if (state.phase !== 'away') return { next: state, actions: [] };
  const again = say(state, lineAfterReturn(state));
  return { next: again.next, actions: [{ type: 'clear_timer', timer: 'return' }, ...again.actions] };
}

/** A notice of AI and recording that was cut is said again. */
function lineAfterReturn(state: Interview): Line {
  const { speaking, script } = state;
  if (speaking !== undefined && speaking.sentence < speaking.line.yieldsFrom) return opening(script);
  return speaking?.line.last === true ? closing() : questionAfterReturn(topicOf(state));
}

/** Ends the call, but lets the line that is being said be reported first. */
function leave(state: Interview, reason: EndReason, atMs: number): Step {
  if (state.phase !== 'speaking') return over(state, reason, atMs);
  return {
    next: { ...state, ending: reason },
    actions: [...silenceTimers, { type: 'stop_speaking' }],
  };
}

function over(state: Interview, reason: EndReason, atMs: number): Step {
  return {
    next: { ...state, phase: 'over', answer: undefined },
    actions: [
      ...silenceTimers,
      ...(['arrival', 'return', 'hang_up', 'limit'] as const).map((timer) => ({
        type: 'clear_timer' as const,
        timer,
      })),
      ...unfinishedAnswer(state, atMs),
      ...typedTurn(state),
      { type: 'end', reason, atMs },
    ],
  };
}
