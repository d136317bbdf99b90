import type { EndReason, Interview, InterviewEvent, Step } from './interview-types.ts';
import { closing, earlyClosing, opening, questionAfterReturn } from './script.ts';
import { arrivalWaitMs, callLimitMs, endpointMs, returnWaitMs } from './timing.ts';
import { answerEnded, nobodyAnswered, speechEnded, speechStarted, unfinishedAnswer } from './answering.ts';
import { interrupted, lineEnded, say, sentenceStarted, silenceTimers, topicOf } from './speaking.ts';

export function newInterview(): Interview {
  return {
    phase: 'arriving',
    question: 0,
    asked: 0,
    listensFor: 'answer',
    heardVisitor: false,
    silentQuestions: 0,
    endpointMs,
  };
}

/** The interview after an event, and what is to be done. It does nothing itself and keeps no clock. */
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
    case 'speech_ended':
      return speechEnded(state, event);
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
  const first = say(
    { ...state, question: 0, asked: 1, silentQuestions: 0 },
    opening(topicOf({ ...state, question: 0 })),
  );
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
    case 'interrupt':
      return interrupted(state);
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
  const line = state.speaking?.line.last === true ? closing() : questionAfterReturn(topicOf(state));
  const again = say(state, line);
  return { next: again.next, actions: [{ type: 'clear_timer', timer: 'return' }, ...again.actions] };
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
      { type: 'end', reason, atMs },
    ],
  };
}
