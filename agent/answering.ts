import { interviewTopics, type InterviewTopic } from '../lib/contracts/call-events.ts';
import type { Answer, Interview, InterviewAction, Step } from './interview-types.ts';
import {
  closing,
  earlyClosing,
  plainQuestion,
  questionAfterAnswer,
  questionAfterSilence,
  repeatedQuestion,
} from './script.ts';
import { say, topicOf, watchInterruption, type EventOf } from './speaking.ts';
import { answerWaitMs, asksPerQuestion, minAnswerMs, silentQuestionsMax } from './timing.ts';

export function speechStarted(state: Interview, { atMs, fromMs }: EventOf<'speech_started'>): Step {
  const next = { ...state, visitorSinceMs: fromMs };
  if (state.phase === 'speaking') return { next, actions: watchInterruption(next, atMs) };
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
  if (state.phase === 'speaking') return { next, actions: [{ type: 'clear_timer', timer: 'interrupt' }] };
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
  const turns = visitorTurn(state, state.answer);
  const answered = topicOf(state);
  const heard: Interview = { ...state, heardVisitor: state.heardVisitor || turns.length > 0 };
  const step = state.listensFor === 'rest' ? afterRest(heard) : nextQuestion(heard, answered);
  return { next: step.next, actions: [...turns, ...step.actions] };
}

function afterRest(state: Interview): Step {
  return say(state, state.speaking?.line.last === true ? closing() : plainQuestion(topicOf(state)));
}

function nextQuestion(state: Interview, answered?: InterviewTopic): Step {
  const next: Interview = {
    ...state,
    question: state.question + 1,
    asked: 1,
    silentQuestions: answered === undefined ? state.silentQuestions : 0,
  };
  if (next.question >= interviewTopics.length) return say(next, closing(answered));
  const topic = topicOf(next);
  return say(
    next,
    answered === undefined ? questionAfterSilence(topic) : questionAfterAnswer(answered, topic),
  );
}

/** Nobody answered: the question is put once more, then the interview moves on, and ends if it never heard a word. */
export function nobodyAnswered(state: Interview): Step {
  if (state.phase !== 'listening') return { next: state, actions: [] };
  if (state.asked < asksPerQuestion)
    return say({ ...state, asked: state.asked + 1 }, repeatedQuestion(topicOf(state)));
  const silent = { ...state, silentQuestions: state.silentQuestions + 1 };
  if (!silent.heardVisitor && silent.silentQuestions >= silentQuestionsMax)
    return say(silent, earlyClosing('silent'));
  return nextQuestion(silent);
}

/** What the visitor was saying when something else ended the turn. */
export function unfinishedAnswer(state: Interview, atMs: number): InterviewAction[] {
  if (state.phase !== 'listening' || state.answer === undefined) return [];
  const { visitorSinceMs, answer } = state;
  if (visitorSinceMs === undefined) return visitorTurn(state, answer);
  const voicedMs = answer.voicedMs + Math.max(0, atMs - visitorSinceMs);
  return visitorTurn(state, { ...answer, voicedMs, endedAtMs: Math.max(atMs, answer.startedAtMs) });
}

function visitorTurn(state: Interview, answer: Answer): InterviewAction[] {
  if (answer.voicedMs < minAnswerMs) return [];
  const topic = state.listensFor === 'answer' ? topicOf(state) : state.speaking?.line.thanksFor;
  const { startedAtMs, endedAtMs } = answer;
  return [{ type: 'report_turn', turn: { speaker: 'visitor', startedAtMs, endedAtMs, topic } }];
}
