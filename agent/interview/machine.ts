import type { EndReason } from '../../lib/contracts/call-events.ts';
import { returnWaitMs } from '../../lib/contracts/limits.ts';
import {
  answerEnded,
  nobodyAnswered,
  speechEnded,
  speechStarted,
  typedTurn,
  unfinishedAnswer,
  visitorTyped,
  visitorWrites,
} from './answering.ts';
import {
  type EventOf,
  type Interview,
  type InterviewEvent,
  type Step,
  say,
  silenceTimers,
  topicOf,
} from './machine-state.ts';
import { type Line, closing, earlyClosing, opening, questionAfterReturn } from './script.ts';
import { lineEnded, sentenceStarted, speechVoiced } from './speaking.ts';
import { arrivalWaitMs, callLimitMs } from './timing.ts';

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
    case 'visitor_writes':
      return visitorWrites(state);
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
  const first = say(state, opening(state.script));
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

function timeUp(state: Interview, { timer, atMs }: EventOf<'timer'>): Step {
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
