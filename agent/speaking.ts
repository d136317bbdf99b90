import { interviewTopics, type InterviewTopic } from '../lib/contracts/call-events.ts';
import type { Interview, InterviewAction, InterviewEvent, Speaking, Step } from './interview-types.ts';
import { earlyClosing, type Line } from './script.ts';
import {
  answerWaitMs,
  endpointMaxMs,
  endpointStepMs,
  hangUpMs,
  interruptMs,
  questionGraceMs,
  resumeMs,
  speechClosesAfterMs,
} from './timing.ts';

export type EventOf<Type extends InterviewEvent['type']> = Extract<InterviewEvent, { type: Type }>;

export const silenceTimers: readonly InterviewAction[] = [
  { type: 'clear_timer', timer: 'interrupt' },
  { type: 'clear_timer', timer: 'endpoint' },
  { type: 'clear_timer', timer: 'silence' },
];

export function topicOf(state: Interview): InterviewTopic {
  return interviewTopics[Math.min(state.question, interviewTopics.length - 1)] ?? 'needs';
}

export function say(state: Interview, line: Line): Step {
  return {
    next: { ...state, phase: 'speaking', speaking: { line, sentence: 0 }, answer: undefined },
    actions: [...silenceTimers, { type: 'say', line }],
  };
}

export function sentenceStarted(state: Interview, { index, atMs }: EventOf<'sentence_started'>): Step {
  if (state.phase !== 'speaking' || state.speaking === undefined) return { next: state, actions: [] };
  const speaking: Speaking = {
    ...state.speaking,
    sentence: index,
    startedAtMs: state.speaking.startedAtMs ?? atMs,
    questionStartedAtMs: index === state.speaking.line.questionAt ? atMs : state.speaking.questionStartedAtMs,
  };
  const next = { ...state, speaking };
  return { next, actions: watchInterruption(next, atMs) };
}

/** Arms the timer that stops the agent, if the visitor is speaking over something that may be talked over. */
export function watchInterruption(state: Interview, atMs: number): InterviewAction[] {
  const { speaking, visitorSinceMs } = state;
  if (speaking === undefined || visitorSinceMs === undefined) return [];
  const { line, sentence } = speaking;
  if (sentence < line.yieldsFrom || sentence >= line.yieldsTo)
    return [{ type: 'clear_timer', timer: 'interrupt' }];
  const onlyPaused = line.thanksFor !== undefined && sentence < line.questionAt;
  const voicedMs = onlyPaused ? resumeMs : interruptMs;
  // The ears hold on to speech for a while after its end: only then is it sure to have lasted that long.
  const ms = Math.max(0, visitorSinceMs + voicedMs + speechClosesAfterMs - atMs);
  return [{ type: 'set_timer', timer: 'interrupt', ms }];
}

export function interrupted(state: Interview): Step {
  if (state.phase !== 'speaking' || state.speaking === undefined || state.visitorSinceMs === undefined)
    return { next: state, actions: [] };
  return {
    next: { ...state, speaking: { ...state.speaking, stopped: true } },
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
      actions: [...silenceTimers, { type: 'end', reason: state.ending, atMs }],
    };
  const { line, stopped } = speaking;
  if (state.outOfTime === true && line.last !== true)
    return say({ ...state, outOfTime: false }, earlyClosing('time'));
  if (line.last === true && stopped !== true)
    return {
      next: { ...state, phase: 'closing' },
      actions: [...silenceTimers, { type: 'set_timer', timer: 'hang_up', ms: hangUpMs }],
    };
  return listen(state, speaking);
}

function listen(state: Interview, speaking: Speaking): Step {
  const { visitorSinceMs } = state;
  const early = speaking.stopped === true && beforeQuestion(speaking, visitorSinceMs);
  const onlyPaused = early && speaking.line.thanksFor !== undefined;
  return {
    next: {
      ...state,
      phase: 'listening',
      listensFor: early ? 'rest' : 'answer',
      endpointMs: onlyPaused ? Math.min(state.endpointMs + endpointStepMs, endpointMaxMs) : state.endpointMs,
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

/** Whether what the visitor says over a line began too early to be an answer to its question. */
function beforeQuestion(
  { line, questionStartedAtMs }: Speaking,
  visitorSinceMs: number | undefined,
): boolean {
  if (line.questionAt === 0) return false;
  if (questionStartedAtMs === undefined || visitorSinceMs === undefined) return true;
  return visitorSinceMs < questionStartedAtMs + questionGraceMs;
}
