import {
  type Answer,
  type EventOf,
  type Interview,
  type InterviewAction,
  type Step,
  say,
  topicOf,
} from './machine-state.ts';
import {
  closing,
  earlyClosing,
  plainQuestion,
  questionAfterAnswer,
  questionAfterSilence,
  repeatedQuestion,
} from './script.ts';
import { answerWaitMs, minAnswerMs, silencesMax } from './timing.ts';

export function speechStarted(state: Interview, { fromMs }: EventOf<'speech_started'>): Step {
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

export function speechEnded(state: Interview, { atMs, fromMs, toMs }: EventOf<'speech_ended'>): Step {
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
export function answerEnded(state: Interview): Step {
  if (state.phase !== 'listening' || state.answer === undefined || state.visitorSinceMs !== undefined)
    return { next: state, actions: [] };
  return goOnAfter({ ...state, answeredUntilMs: state.answer.endedAtMs }, visitorTurn(state, state.answer));
}

/** Restarts the wait for an answer: longer while the visitor types, the usual time once they stop. */
export function visitorWrites(state: Interview): Step {
  const waits = state.phase === 'listening' && state.answer === undefined;
  return { next: state, actions: waits ? [{ type: 'set_timer', timer: 'silence', ms: answerWaitMs }] : [] };
}

/** A typed answer stands for itself; what was being said beside it is reported with it. */
export function visitorTyped(state: Interview, { text, atMs }: EventOf<'visitor_typed'>): Step {
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

export function typedAnswer(state: Interview): Step {
  const spoken = state.typed === undefined ? [] : unfinishedAnswer(state, state.typed.atMs);
  return goOnAfter({ ...state, typed: undefined }, [...spoken, ...typedTurn(state)]);
}

export function typedTurn(state: Interview): InterviewAction[] {
  if (state.typed === undefined) return [];
  const { text, atMs } = state.typed;
  const topic = heardTopic(state);
  return [
    { type: 'report_turn', turn: { speaker: 'visitor', startedAtMs: atMs, endedAtMs: atMs, text, topic } },
  ];
}

function goOnAfter(state: Interview, turns: InterviewAction[]): Step {
  const answered = topicOf(state);
  const heard: Interview = { ...state, silences: 0, heardVisitor: state.heardVisitor || turns.length > 0 };
  const step = state.listensFor === 'rest' ? afterRest(heard) : nextQuestion(heard, answered);
  return { next: step.next, actions: [...turns, ...step.actions] };
}

function afterRest(state: Interview): Step {
  const { line } = state.speaking ?? {};
  return say(state, line?.last === true ? closing() : plainQuestion(topicOf(state), line?.thanksFor));
}

function nextQuestion(state: Interview, answered?: string): Step {
  const next: Interview = { ...state, question: state.question + 1 };
  if (next.question >= state.script.topics.length) return say(next, closing(answered));
  const topic = topicOf(next);
  return say(
    next,
    answered === undefined ? questionAfterSilence(topic) : questionAfterAnswer(answered, topic),
  );
}

/** After a silence the agent asks again, after the next one it goes on, after the third it says goodbye. */
export function nobodyAnswered(state: Interview): Step {
  if (state.phase !== 'listening') return { next: state, actions: [] };
  const silent = { ...state, silences: state.silences + 1 };
  if (silent.silences >= silencesMax)
    return say(silent, silent.heardVisitor ? closing() : earlyClosing('silent'));
  return silent.silences === 1 ? say(silent, repeatedQuestion(topicOf(silent))) : nextQuestion(silent);
}

/** Speech in progress when something else ended the turn. */
export function unfinishedAnswer(state: Interview, atMs: number): InterviewAction[] {
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

function heardTopic(state: Interview): string | undefined {
  return state.listensFor === 'answer' ? topicOf(state) : state.speaking?.line.thanksFor;
}
