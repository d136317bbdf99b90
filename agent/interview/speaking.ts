import { typedAnswer, typedTurn } from './answering.ts';
import {
  type EventOf,
  type Interview,
  type InterviewAction,
  type Speaking,
  type Step,
  say,
  silenceTimers,
} from './machine-state.ts';
import { earlyClosing } from './script.ts';
import {
  answerWaitMs,
  endpointMaxMs,
  endpointStepMs,
  hangUpMs,
  interruptMs,
  pauseMarginMs,
  questionGraceMs,
  resumeMs,
} from './timing.ts';

export function sentenceStarted(state: Interview, { index, atMs }: EventOf<'sentence_started'>): Step {
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
export function speechVoiced(state: Interview, { voicedMs }: EventOf<'speech_voiced'>): Step {
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

export function lineEnded(state: Interview, { atMs, text }: EventOf<'line_ended'>): Step {
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
