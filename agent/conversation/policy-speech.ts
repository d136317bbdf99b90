import type { Turn } from '../../lib/contracts/call-events.ts';
import { expectedAnswer } from '../language/end-of-turn.ts';
import {
  type CallState,
  type Effect,
  type EventOf,
  type Speaking,
  type Step,
  prepend,
  newOpenTurn,
  say,
  setTimer,
  withoutEffects,
  mayBeInterrupted,
} from './policy-state.ts';
import { end, resumeSpeech, listen, reply } from './policy-turn.ts';
import { timing } from './timing.ts';

// The agent's speech: when it may be interrupted, and what follows it.

/** Changes the facts of the current utterance. */
export function updateSpeaking(call: CallState, changes: Partial<Speaking>): Step {
  const { phase, speaking } = call;
  if (phase !== 'speaking' || speaking === undefined) return withoutEffects(call);
  return withoutEffects({ ...call, speaking: { ...speaking, ...changes } });
}

/** Barge-in: pauses the sentence until the recognised words decide. Without a recogniser, or before its first sound, stops it. */
export function voiced(call: CallState, { voicedMs, atMs }: EventOf<'voiced'>): Step {
  const { phase, speaking, voiceSinceMs, hasRecognizer } = call;
  if (phase !== 'speaking' || speaking === undefined || voiceSinceMs === undefined)
    return withoutEffects(call);
  if (speaking.pausedAtMs !== undefined || !mayBeInterrupted(call, speaking)) return withoutEffects(call);
  const canPause = hasRecognizer && speaking.startedAtMs !== undefined;
  const isEarly = speaking.cue.type === 'reply' && mayHavePaused(speaking, voiceSinceMs, canPause);
  if (voicedMs < (isEarly ? timing.continueMs : timing.interruptMs)) return withoutEffects(call);
  if (canPause)
    return { call: { ...call, speaking: { ...speaking, pausedAtMs: atMs } }, effects: [{ type: 'pause' }] };
  const openTurn = call.openTurn ?? newOpenTurn(voiceSinceMs);
  return { call: { ...call, openTurn }, effects: [{ type: 'stop' }] };
}

/** True if the visitor, whose voice began at `beganMs`, may only have paused when the reply came. */
function mayHavePaused({ startedAtMs, questionAtMs }: Speaking, beganMs: number, canPause: boolean): boolean {
  if (startedAtMs === undefined || questionAtMs === undefined) return true;
  if (canPause) return beganMs < startedAtMs + timing.continueWithinMs;
  return beganMs < questionAtMs + (startedAtMs === questionAtMs ? timing.questionGraceMs : 0);
}

export function resumeAfterBackchannel(call: CallState, { silentMs, voicedMs }: EventOf<'silent'>): Step {
  const isBackchannel = silentMs >= timing.backchannelSilenceMs && voicedMs <= timing.backchannelMs;
  return isBackchannel ? resumeSpeech(call) : withoutEffects(call);
}

export function speechEnded(call: CallState, event: EventOf<'speech_ended'>): Step {
  const { speaking } = call;
  if (speaking === undefined || (call.phase !== 'speaking' && call.phase !== 'away'))
    return withoutEffects(call);
  const { heard, isInterrupted, meaning, atMs } = event;
  const beganMs = call.openTurn?.startedAtMs ?? call.voiceSinceMs;
  const isQuestionHeard = !isInterrupted || (!speaking.isGoodbye && hasHeardQuestion(speaking, beganMs));
  const effects: Effect[] = [{ type: 'heard', text: heard, isQuestionHeard }];
  if (heard !== '') effects.push(agentTurn(call, speaking, event));
  const isAsked = isQuestionHeard && speaking.cue.type !== 'notice';
  const answerKind = isAsked ? expectedAnswer(heard, meaning.expectsShort) : call.answerKind;
  const isGoodbye = speaking.isGoodbye || meaning.ends !== undefined || meaning.isFarewell === true;
  if (call.phase === 'away')
    return { call: { ...call, answerKind, speaking: { ...speaking, isGoodbye } }, effects };
  const nextCall: CallState = { ...call, speaking: undefined, answerKind };
  const continues = isInterrupted && speaking.cue.type === 'reply' && !isQuestionHeard;
  const callAfterSpeech = continues ? continueAnswer(nextCall, atMs) : nextCall;
  return prepend(effects, afterSpeech(callAfterSpeech, speaking, event));
}

/** True if the visitor heard enough of the question to answer it. */
function hasHeardQuestion({ questionAtMs }: Speaking, beganMs: number | undefined): boolean {
  return (
    questionAtMs !== undefined && beganMs !== undefined && beganMs >= questionAtMs + timing.questionGraceMs
  );
}

/** The visitor continues the previous answer, so longer pauses are allowed from now on. */
function continueAnswer(call: CallState, atMs: number): CallState {
  const beganMs = call.openTurn?.startedAtMs ?? call.voiceSinceMs;
  if (beganMs === undefined) return call;
  const openTurn = { ...(call.openTurn ?? newOpenTurn(beganMs)), continues: true };
  const { blindStep, blindMargin, blindMax } = timing.endpoint;
  const pauseMs = beganMs - (call.answeredUntilMs ?? atMs);
  const longerMs = Math.max(call.blindEndpointMs + blindStep, pauseMs + blindMargin);
  return { ...call, openTurn, wasTalkedOver: true, blindEndpointMs: Math.min(blindMax, longerMs) };
}

function agentTurn(
  call: CallState,
  { startedAtMs, pausedAtMs }: Speaking,
  event: EventOf<'speech_ended'>,
): Effect {
  const { heard: text, meaning, isInterrupted } = event;
  // The words that interrupt a sentence arrive a moment after its pause.
  const atMs = pausedAtMs ?? event.atMs;
  const fromMs = startedAtMs ?? atMs;
  const turn: Turn = { speaker: 'agent', startedAtMs: fromMs, endedAtMs: Math.max(fromMs, atMs), text };
  if (meaning.asks !== undefined) turn.topic = meaning.asks;
  return { type: 'agent_turn', turn, by: meaning.by, isInterrupted };
}

function afterSpeech(call: CallState, speaking: Speaking, event: EventOf<'speech_ended'>): Step {
  const { heard, isInterrupted, meaning, atMs } = event;
  if (call.ending !== undefined) return end(call, call.ending, atMs);
  if (call.isFinal && !speaking.isGoodbye) return say(call, { type: 'goodbye', why: 'time' });
  // An uninterrupted line of the script without sound means that no voice works.
  if (heard === '' && !isInterrupted && meaning.by === 'script') return end(call, 'agent_failed', atMs);
  if (speaking.cue.type === 'notice') return afterNotice({ ...call, isNoticeHeard: true }, atMs);
  const isGoodbye = speaking.isGoodbye || meaning.ends !== undefined;
  if (!isInterrupted && (isGoodbye || meaning.isFarewell === true))
    return hangUpSoon(call, isGoodbye ? timing.hangUpMs : call.waits.farewellMs);
  return listen(call, atMs);
}

/** Answers words that were spoken or typed over the notice. Without any, asks the first question. */
function afterNotice(call: CallState, atMs: number): Step {
  const { openTurn, voiceSinceMs } = call;
  if (openTurn !== undefined || voiceSinceMs !== undefined) return listen(call, atMs);
  return say(call, { type: 'open' });
}

/** Hangs up after `ms`; answers typed words instead. No timer runs while the visitor speaks: words may take the goodbye back. */
function hangUpSoon(call: CallState, ms: number): Step {
  const { openTurn, voiceSinceMs, hasRecognizer, isFinal } = call;
  if (openTurn?.isTyped === true && !isFinal) return reply(call, openTurn);
  const canBeTakenBack = hasRecognizer && !isFinal;
  const waitMs = canBeTakenBack && (openTurn?.pending ?? 0) > 0 ? timing.lastWordsMs : ms;
  return {
    call: { ...call, phase: 'closing' },
    effects: canBeTakenBack && voiceSinceMs !== undefined ? [] : [setTimer('hang_up', waitMs)],
  };
}
