import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import { expectedAnswer } from '../language/end-of-turn.ts';
import {
  type CallState,
  type Effect,
  type Event,
  type EventOf,
  type Speaking,
  type Step,
  type TimerName,
  clearTimer,
  mayBeInterrupted,
  newOpenTurn,
  prepend,
  say,
  setTimer,
  withoutEffects,
} from './policy-state.ts';
import {
  end,
  resumeSpeech,
  hasWords,
  listen,
  reply,
  reportUnanswered,
  restartWait,
  breakSilence,
  typed,
  voiceEnded,
  voiceStarted,
  wordsCame,
} from './policy-turn.ts';
import { timing } from './timing.ts';

/** The timers of each phase. A change of phase clears those that the next phase lacks. */
const timersOf: Record<CallState['phase'], readonly TimerName[]> = {
  arriving: ['arrival'],
  speaking: ['limit', 'resume'],
  listening: ['limit', 'endpoint', 'silence'],
  closing: ['limit', 'hang_up'],
  away: ['limit', 'return'],
  over: [],
};

/** The policy of a call: decides when to speak, wait, ask again and end. A pure function, with or without a language model. */
export function decide(call: CallState, event: Event): Step {
  if (call.phase === 'over') return withoutEffects(call);
  const step = transition(call, event);
  const endedTimers = timersOf[call.phase].filter((timer) => !timersOf[step.call.phase].includes(timer));
  return prepend(endedTimers.map(clearTimer), step);
}

function transition(call: CallState, event: Event): Step {
  const { atMs } = event;
  switch (event.type) {
    case 'entered':
      return { call, effects: [setTimer('arrival', timing.arrivalMs)] };
    case 'visitor_met':
      return meetVisitor(call, atMs);
    case 'visitor_lost':
      return event.isForGood ? endEarly(call, 'visitor_left', atMs) : loseVisitor(call, atMs);
    case 'visitor_back':
      return welcomeBack(call, atMs);
    case 'failed':
      return endEarly(call, 'agent_failed', atMs);
    case 'visitor_typed':
      return typed(call, event);
    case 'visitor_typing':
      return restartWait(call, { isTyping: event.isTyping }, atMs);
    case 'microphone':
      return restartWait(call, { hasMicrophone: event.isOpen }, atMs);
    case 'voice_started':
      return voiceStarted(call, event);
    case 'voiced':
      return voiced(call, event);
    case 'silent':
      return resumeAfterBackchannel(call, event);
    case 'voice_ended':
      return voiceEnded(call, event);
    case 'words':
      return wordsCame(call, event);
    case 'speech_started':
      return updateSpeaking(call, { startedAtMs: atMs });
    case 'question_started':
      return updateSpeaking(call, { questionAtMs: atMs, isGoodbye: event.isGoodbye });
    case 'speech_ended':
      return speechEnded(call, event);
    case 'timer':
      return handleTimer(call, event);
  }
}

function handleTimer(call: CallState, { timer, atMs }: EventOf<'timer'>): Step {
  switch (timer) {
    case 'arrival':
    case 'return':
      return end(call, 'visitor_left', atMs);
    case 'hang_up':
      return end(call, 'agent_closed', atMs);
    case 'endpoint':
      return call.openTurn === undefined ? withoutEffects(call) : reply(call, call.openTurn);
    case 'silence':
      return breakSilence(call, atMs);
    case 'resume':
      return call.voiceSinceMs === undefined ? resumeSpeech(call) : withoutEffects(call);
    case 'limit':
      return handleTimeLimit(call, atMs);
  }
}

function meetVisitor(call: CallState, atMs: number): Step {
  if (call.phase !== 'arriving') return withoutEffects(call);
  const effects: Effect[] = [{ type: 'started', atMs }, setTimer('limit', call.waits.limitMs)];
  return prepend(effects, say(call, { type: 'notice' }));
}

/** The connection broke: the agent falls silent and waits. Unanswered words are answered after a return. A heard goodbye is final. */
function loseVisitor(call: CallState, atMs: number): Step {
  const { openTurn, hasRecognizer, voiceSinceMs } = call;
  if (call.phase === 'closing') {
    const hasSpoken = openTurn !== undefined || voiceSinceMs !== undefined;
    const waitMs = hasSpoken ? timing.lastWordsMs : timing.hangUpMs;
    return { call: { ...call, isFinal: true }, effects: [setTimer('hang_up', waitMs)] };
  }
  if (call.phase !== 'speaking' && call.phase !== 'listening') return withoutEffects(call);
  const hasUnansweredWords = openTurn !== undefined && (hasRecognizer || hasWords(openTurn));
  const { call: nextCall, effects } = hasUnansweredWords
    ? withoutEffects(call)
    : reportUnanswered(call, atMs);
  const stop: Effect[] = call.phase === 'speaking' ? [{ type: 'stop' }] : [];
  return {
    call: {
      ...nextCall,
      phase: 'away',
      isTyping: false,
      voiceSinceMs: hasRecognizer ? voiceSinceMs : undefined,
    },
    effects: [...effects, ...stop, setTimer('return', call.waits.returnMs)],
  };
}

/** Says an interrupted notice or goodbye again. Otherwise answers waiting words, or repeats the question. */
function welcomeBack(call: CallState, atMs: number): Step {
  if (call.phase !== 'away') return withoutEffects(call);
  const { speaking: interrupted, openTurn } = call;
  if (!call.isNoticeHeard) return say(call, { type: 'notice' });
  if (interrupted?.isGoodbye === true)
    return say(
      call,
      interrupted.cue.type === 'goodbye' ? interrupted.cue : { type: 'goodbye', why: 'finished' },
    );
  if (openTurn !== undefined && hasWords(openTurn)) return listen(call, atMs);
  return say(call, { type: 'welcome_back' });
}

/** Ends the call at once. While the agent speaks, it first stops the sentence, so that its heard part is reported. */
function endEarly(call: CallState, reason: EndReason, atMs: number): Step {
  if (call.phase !== 'speaking') return end(call, reason, atMs);
  return { call: { ...call, ending: reason }, effects: [{ type: 'stop' }] };
}

function handleTimeLimit(call: CallState, atMs: number): Step {
  const nextCall: CallState = { ...call, isFinal: true };
  switch (call.phase) {
    case 'away':
      return end(call, 'visitor_left', atMs);
    case 'closing':
      return { call: nextCall, effects: [setTimer('hang_up', timing.hangUpMs)] };
    case 'listening': {
      const { call: callAfterReport, effects } = reportUnanswered(nextCall, atMs);
      return prepend(effects, say(callAfterReport, { type: 'goodbye', why: 'time' }));
    }
    case 'speaking':
      return { call: nextCall, effects: call.speaking?.isGoodbye === true ? [] : [{ type: 'stop' }] };
    default:
      return withoutEffects(nextCall);
  }
}

// The agent's speech: when it may be interrupted, and what follows it.

/** Changes the facts of the current utterance. */
function updateSpeaking(call: CallState, changes: Partial<Speaking>): Step {
  const { phase, speaking } = call;
  if (phase !== 'speaking' || speaking === undefined) return withoutEffects(call);
  return withoutEffects({ ...call, speaking: { ...speaking, ...changes } });
}

/** Barge-in: pauses the sentence until the recognised words decide. Without a recogniser, or before its first sound, stops it. */
function voiced(call: CallState, { voicedMs, atMs }: EventOf<'voiced'>): Step {
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

function resumeAfterBackchannel(call: CallState, { silentMs, voicedMs }: EventOf<'silent'>): Step {
  const isBackchannel = silentMs >= timing.backchannelSilenceMs && voicedMs <= timing.backchannelMs;
  return isBackchannel ? resumeSpeech(call) : withoutEffects(call);
}

function speechEnded(call: CallState, event: EventOf<'speech_ended'>): Step {
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

/** The visitor continues the previous answer. After a pause in speech, longer pauses are allowed from now on. */
function continueAnswer(call: CallState, atMs: number): CallState {
  const beganMs = call.openTurn?.startedAtMs ?? call.voiceSinceMs;
  if (beganMs === undefined) return call;
  const openTurn = { ...(call.openTurn ?? newOpenTurn(beganMs)), continues: true };
  if (openTurn.isTyped) return { ...call, openTurn };
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
  // A line of the script without sound means that no voice works. A visitor cannot interrupt the notice.
  const mayBeSilenced = isInterrupted && speaking.cue.type !== 'notice';
  if (heard === '' && !mayBeSilenced && meaning.by === 'script') return end(call, 'agent_failed', atMs);
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
