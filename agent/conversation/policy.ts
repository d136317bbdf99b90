import type { EndReason } from '../../lib/contracts/call-events.ts';
import { completenessOf, expectedAnswer } from '../language/end-of-turn.ts';
import {
  type AgentSpeech,
  type CallState,
  type OpenTurn,
  addTypedText,
  addVoice,
  addWords,
  cueOf,
  hasHeardQuestion,
  hasWords,
  mayHavePaused,
  newOpenTurn,
  reportOfSpeech,
  reportOfTurn,
} from './call-state.ts';
import type { Effect, Event, EventOf, TimerName } from './events.ts';
import { silencesMax, timing } from './timing.ts';
import type { Cue } from './wording.ts';

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
export function decide(previousCall: CallState, event: Event): CallState {
  const call: CallState = { ...previousCall, effects: [] };
  if (call.phase === 'over') return call;
  const nextCall = transition(call, event);
  const endedTimers = timersOf[call.phase].filter((timer) => !timersOf[nextCall.phase].includes(timer));
  return { ...nextCall, effects: [...endedTimers.map(clearTimer), ...nextCall.effects] };
}

function transition(call: CallState, event: Event): CallState {
  const { atMs } = event;
  switch (event.type) {
    case 'entered':
      return emit(call, setTimer('arrival', timing.arrivalMs));
    case 'visitor_met':
      return meetVisitor(call, atMs);
    case 'visitor_lost':
      return event.isForGood ? endEarly(call, 'visitor_left', atMs) : loseVisitor(call, atMs);
    case 'visitor_back':
      return welcomeBack(call, atMs);
    case 'failed':
      return endEarly(call, 'agent_failed', atMs);
    case 'visitor_typed':
      return handleTypedText(call, event);
    case 'visitor_typing':
      return restartWait({ ...call, isTyping: event.isTyping }, atMs, event.isTyping);
    case 'microphone':
      return restartWait({ ...call, hasMicrophone: event.isOpen }, atMs);
    case 'voice_started':
      return startVoice(call, event);
    case 'voiced':
      return interruptSpeech(call, event);
    case 'silent':
      return resumeAfterBackchannel(call, event);
    case 'voice_ended':
      return endVoice(call, event);
    case 'words':
      return handleWords(call, event);
    case 'speech_started':
      return updateSpeaking(call, { startedAtMs: atMs });
    case 'question_started':
      return updateSpeaking(call, { questionAtMs: atMs, isGoodbye: event.isGoodbye });
    case 'speech_ended':
      return endSpeech(call, event);
    case 'timer':
      return handleTimer(call, event);
  }
}

function handleTimer(call: CallState, { timer, atMs }: EventOf<'timer'>): CallState {
  switch (timer) {
    case 'arrival':
    case 'return':
      return end(call, 'visitor_left', atMs);
    case 'hang_up':
      return end(call, 'agent_closed', atMs);
    case 'endpoint':
      return call.openTurn === undefined ? call : reply(call, call.openTurn);
    case 'silence':
      return breakSilence(call, atMs);
    case 'resume':
      return call.voiceSinceMs === undefined ? resumeSpeech(call) : call;
    case 'limit':
      return handleTimeLimit(call, atMs);
  }
}

const setTimer = (timer: TimerName, ms: number): Effect => ({ type: 'set_timer', timer, ms });
const clearTimer = (timer: TimerName): Effect => ({ type: 'clear_timer', timer });

function emit(call: CallState, ...effects: readonly Effect[]): CallState {
  return { ...call, effects: [...call.effects, ...effects] };
}

function say(call: CallState, cue: Cue): CallState {
  const speaking: AgentSpeech = { cue, isGoodbye: cue.type === 'goodbye' };
  return emit({ ...call, phase: 'speaking', speaking }, { type: 'say', cue });
}

function reply(call: CallState, openTurn: OpenTurn): CallState {
  return say(reportTurn(call, openTurn), cueOf(openTurn));
}

/** Reports a complete turn of the visitor. */
function reportTurn(call: CallState, openTurn: OpenTurn): CallState {
  const nextCall: CallState = {
    ...call,
    openTurn: undefined,
    silences: 0,
    waitedMs: 0,
    isTyping: openTurn.isTyped,
    answeredUntilMs: openTurn.endedAtMs,
  };
  return emit(nextCall, reportOfTurn(openTurn));
}

/** Reports the visitor's unanswered words or voice when something else ended the turn. */
function reportUnanswered(call: CallState, atMs: number): CallState {
  const { phase, voiceSinceMs } = call;
  const isSpeaking = phase === 'listening' && voiceSinceMs !== undefined;
  const begunTurn = call.openTurn ?? (isSpeaking ? newOpenTurn(voiceSinceMs) : undefined);
  if (begunTurn === undefined) return call;
  const openTurn = isSpeaking
    ? { ...begunTurn, voicedMs: begunTurn.voicedMs + atMs - voiceSinceMs, endedAtMs: atMs }
    : begunTurn;
  const isVoice = phase === 'listening' && openTurn.voicedMs >= timing.minAnswerMs;
  return hasWords(openTurn) || isVoice ? reportTurn(call, openTurn) : { ...call, openTurn: undefined };
}

function end(call: CallState, reason: EndReason, atMs: number): CallState {
  return emit({ ...reportUnanswered(call, atMs), phase: 'over' }, { type: 'end', reason, atMs });
}

// The visitor comes and goes.

function meetVisitor(call: CallState, atMs: number): CallState {
  if (call.phase !== 'arriving') return call;
  const begunCall = emit(call, { type: 'started', atMs }, setTimer('limit', call.waits.limitMs));
  return say(begunCall, { type: 'notice' });
}

/** The connection broke: the agent falls silent and waits. Unanswered words are answered after a return. A heard goodbye is final. */
function loseVisitor(call: CallState, atMs: number): CallState {
  const { phase, openTurn, hasRecognizer, voiceSinceMs } = call;
  if (phase === 'closing') {
    const hasSpoken = openTurn !== undefined || voiceSinceMs !== undefined;
    const waitMs = hasSpoken ? timing.lastWordsMs : timing.hangUpMs;
    return emit({ ...call, isFinal: true }, setTimer('hang_up', waitMs));
  }
  if (phase !== 'speaking' && phase !== 'listening') return call;
  const hasUnansweredWords = openTurn !== undefined && (hasRecognizer || hasWords(openTurn));
  const nextCall = hasUnansweredWords ? call : reportUnanswered(call, atMs);
  const silentCall = phase === 'speaking' ? emit(nextCall, { type: 'stop' }) : nextCall;
  return emit(
    {
      ...silentCall,
      phase: 'away',
      isTyping: false,
      voiceSinceMs: hasRecognizer ? voiceSinceMs : undefined,
    },
    setTimer('return', call.waits.returnMs),
  );
}

/** Says an interrupted notice again. Answers words that came meanwhile. Otherwise repeats an interrupted goodbye or the question. */
function welcomeBack(call: CallState, atMs: number): CallState {
  if (call.phase !== 'away') return call;
  const { speaking: interrupted, openTurn } = call;
  if (!call.isNoticeHeard) return say(call, { type: 'notice' });
  if (openTurn !== undefined && hasWords(openTurn) && !call.isFinal) return listen(call, atMs);
  if (interrupted?.isGoodbye === true)
    return say(
      call,
      interrupted.cue.type === 'goodbye' ? interrupted.cue : { type: 'goodbye', why: 'finished' },
    );
  return say(call, { type: 'welcome_back' });
}

/** Ends the call at once. While the agent speaks, it first stops the sentence, so that its heard part is reported. */
function endEarly(call: CallState, reason: EndReason, atMs: number): CallState {
  if (call.phase !== 'speaking') return end(call, reason, atMs);
  return emit({ ...call, ending: reason }, { type: 'stop' });
}

function handleTimeLimit(call: CallState, atMs: number): CallState {
  const finalCall: CallState = { ...call, isFinal: true };
  switch (call.phase) {
    case 'away':
      return end(call, 'visitor_left', atMs);
    case 'closing':
      return emit(finalCall, setTimer('hang_up', timing.hangUpMs));
    case 'listening':
      return say(reportUnanswered(finalCall, atMs), { type: 'goodbye', why: 'time' });
    case 'speaking':
      return call.speaking?.isGoodbye === true ? finalCall : emit(finalCall, { type: 'stop' });
    default:
      return finalCall;
  }
}

// The agent's speech: when it may be interrupted, and what follows it.

/** Changes the facts of the current utterance. */
function updateSpeaking(call: CallState, changes: Partial<AgentSpeech>): CallState {
  const { phase, speaking } = call;
  if (phase !== 'speaking' || speaking === undefined) return call;
  return { ...call, speaking: { ...speaking, ...changes } };
}

/** True if the visitor may interrupt the agent: never the notice or a final goodbye; without a recogniser, no goodbye. */
function canInterrupt({ phase, speaking, hasRecognizer, isFinal }: CallState): boolean {
  if (phase !== 'speaking' || speaking === undefined) return false;
  return speaking.cue.type !== 'notice' && (!speaking.isGoodbye || (hasRecognizer && !isFinal));
}

/** Barge-in: pauses the sentence until the recognised words decide. Without a recogniser, or before its first sound, stops it. */
function interruptSpeech(call: CallState, { voicedMs, atMs }: EventOf<'voiced'>): CallState {
  const { speaking, voiceSinceMs, hasRecognizer } = call;
  if (speaking === undefined || voiceSinceMs === undefined) return call;
  if (speaking.pausedAtMs !== undefined || !canInterrupt(call)) return call;
  const canPause = hasRecognizer && speaking.startedAtMs !== undefined;
  const isEarly = speaking.cue.type === 'reply' && mayHavePaused(speaking, voiceSinceMs, canPause);
  if (voicedMs < (isEarly ? timing.continueMs : timing.interruptMs)) return call;
  if (canPause) return emit(updateSpeaking(call, { pausedAtMs: atMs }), { type: 'pause' });
  return emit({ ...call, openTurn: call.openTurn ?? newOpenTurn(voiceSinceMs) }, { type: 'stop' });
}

function resumeAfterBackchannel(call: CallState, { silentMs, voicedMs }: EventOf<'silent'>): CallState {
  const isBackchannel = silentMs >= timing.backchannelSilenceMs && voicedMs <= timing.backchannelMs;
  return isBackchannel ? resumeSpeech(call) : call;
}

/** Resumes a paused sentence: the voice over it was no interruption. */
function resumeSpeech(call: CallState): CallState {
  if (call.phase !== 'speaking' || call.speaking?.pausedAtMs === undefined) return call;
  return emit(updateSpeaking(call, { pausedAtMs: undefined }), { type: 'resume' });
}

function endSpeech(call: CallState, event: EventOf<'speech_ended'>): CallState {
  const { phase, speaking } = call;
  if (speaking === undefined || (phase !== 'speaking' && phase !== 'away')) return call;
  const { heard, isInterrupted, meaning, atMs } = event;
  const beganMs = call.openTurn?.startedAtMs ?? call.voiceSinceMs;
  const isQuestionHeard = !isInterrupted || (!speaking.isGoodbye && hasHeardQuestion(speaking, beganMs));
  const heardEffect: Effect = { type: 'heard', text: heard, isQuestionHeard };
  const reportedCall = emit(call, heardEffect, ...(heard === '' ? [] : [reportOfSpeech(speaking, event)]));
  const isAsked = isQuestionHeard && speaking.cue.type !== 'notice';
  const answerKind = isAsked ? expectedAnswer(heard, meaning.expectsShort) : call.answerKind;
  const isGoodbye = speaking.isGoodbye || meaning.ends !== undefined || meaning.isFarewell === true;
  if (phase === 'away') return { ...reportedCall, answerKind, speaking: { ...speaking, isGoodbye } };
  const nextCall: CallState = { ...reportedCall, speaking: undefined, answerKind };
  const continues = isInterrupted && speaking.cue.type === 'reply' && !isQuestionHeard;
  return afterSpeech(continues ? continueAnswer(nextCall, atMs) : nextCall, speaking, event);
}

/** The visitor continues the previous answer. After a pause in speech, longer pauses are allowed from now on. */
function continueAnswer(call: CallState, atMs: number): CallState {
  const beganMs = call.openTurn?.startedAtMs ?? call.voiceSinceMs;
  if (beganMs === undefined) return call;
  const openTurn = { ...(call.openTurn ?? newOpenTurn(beganMs)), continues: true };
  if (openTurn.isTyped) return { ...call, openTurn };
  const { patient, blindStep, blindMargin, blindMax } = timing.endpoint;
  if (call.hasRecognizer) return { ...call, openTurn, minEndpointMs: patient };
  const pauseMs = beganMs - (call.answeredUntilMs ?? atMs);
  const longerMs = Math.max(call.minEndpointMs + blindStep, pauseMs + blindMargin);
  return { ...call, openTurn, minEndpointMs: Math.min(blindMax, longerMs) };
}

function afterSpeech(call: CallState, speaking: AgentSpeech, event: EventOf<'speech_ended'>): CallState {
  const { heard, isInterrupted, meaning, atMs } = event;
  if (call.ending !== undefined) return end(call, call.ending, atMs);
  if (call.isFinal && !speaking.isGoodbye) return say(call, { type: 'goodbye', why: 'time' });
  // A line of the script without sound means that no voice works. A visitor cannot interrupt the notice.
  const mayBeSilenced = isInterrupted && speaking.cue.type !== 'notice';
  if (heard === '' && !mayBeSilenced && meaning.by === 'script') return end(call, 'agent_failed', atMs);
  if (speaking.cue.type === 'notice') return afterNotice({ ...call, isNoticeHeard: true }, atMs);
  const isGoodbye = speaking.isGoodbye || meaning.ends !== undefined;
  if (isInterrupted || !(isGoodbye || meaning.isFarewell === true)) return listen(call, atMs);
  const mayBeTyping = speaking.isTypedOver === true && !call.isFinal;
  const waitMs = isGoodbye ? timing.hangUpMs : call.waits.farewellMs;
  return hangUpSoon(call, mayBeTyping ? timing.typingMs : waitMs);
}

/** Answers words that were spoken or typed over the notice. Without any, asks the first question. */
function afterNotice(call: CallState, atMs: number): CallState {
  const { openTurn, voiceSinceMs } = call;
  if (openTurn !== undefined || voiceSinceMs !== undefined) return listen(call, atMs);
  return say(call, { type: 'open' });
}

/** Hangs up after `ms`; answers typed words instead. No timer runs while the visitor speaks: words may take the goodbye back. */
function hangUpSoon(call: CallState, ms: number): CallState {
  const { openTurn, voiceSinceMs, hasRecognizer, isFinal } = call;
  if (openTurn?.isTyped === true && !isFinal) return reply(call, openTurn);
  const canBeTakenBack = hasRecognizer && !isFinal;
  const closingCall: CallState = { ...call, phase: 'closing' };
  if (canBeTakenBack && voiceSinceMs !== undefined) return closingCall;
  const hasPendingWords = canBeTakenBack && (openTurn?.pending ?? 0) > 0;
  return emit(closingCall, setTimer('hang_up', hasPendingWords ? timing.lastWordsMs : ms));
}

// The visitor's turn: when it ends.

/** Begins to listen: continues a turn that has already begun, or waits for an answer. */
function listen(call: CallState, atMs: number): CallState {
  const nextCall: CallState = { ...call, phase: 'listening', waitingSinceMs: atMs };
  const { openTurn, voiceSinceMs } = call;
  if (voiceSinceMs !== undefined) return { ...nextCall, openTurn: openTurn ?? newOpenTurn(voiceSinceMs) };
  if (openTurn === undefined) return awaitAnswer(nextCall);
  return awaitEnd(nextCall, openTurn, atMs);
}

/** Replies once the visitor has been silent for long enough, counted from the last voiced moment. */
function awaitEnd(call: CallState, openTurn: OpenTurn, atMs: number): CallState {
  const nextCall: CallState = { ...call, phase: 'listening', openTurn };
  if (openTurn.isTyped) return reply(nextCall, openTurn);
  if (openTurn.pending > 0) return nextCall;
  const remainingMs = openTurn.endedAtMs + endpointMs(call, openTurn) - atMs;
  if (remainingMs <= 0) return reply(nextCall, openTurn);
  const prepare: Effect[] = hasWords(openTurn) ? [{ type: 'prepare', cue: cueOf(openTurn) }] : [];
  return emit(nextCall, ...prepare, setTimer('endpoint', remainingMs));
}

function endpointMs(
  { hasRecognizer, minEndpointMs, answerKind = 'open' }: CallState,
  { text = '', language }: OpenTurn,
): number {
  if (!hasRecognizer) return minEndpointMs;
  return Math.max(minEndpointMs, timing.endpoint[completenessOf({ text, language, answerKind })]);
}

function startVoice(call: CallState, { fromMs }: EventOf<'voice_started'>): CallState {
  const nextCall: CallState = { ...call, voiceSinceMs: fromMs };
  if (call.phase === 'closing')
    return call.hasRecognizer && !call.isFinal ? emit(nextCall, clearTimer('hang_up')) : nextCall;
  if (call.phase !== 'listening') return nextCall;
  const openTurn = call.openTurn ?? newOpenTurn(fromMs);
  return emit({ ...nextCall, openTurn }, clearTimer('endpoint'), clearTimer('silence'));
}

function endVoice(call: CallState, event: EventOf<'voice_ended'>): CallState {
  const { phase, hasRecognizer } = call;
  const silentCall: CallState = { ...call, voiceSinceMs: undefined };
  // Without a recogniser, only speech while the agent listens is a turn.
  if (!hasRecognizer && phase !== 'listening') return silentCall;
  const openTurn = addVoice(call.openTurn ?? newOpenTurn(event.fromMs), event, hasRecognizer);
  const nextCall: CallState = { ...silentCall, openTurn };
  if (phase === 'closing' && !call.isFinal) return emit(nextCall, setTimer('hang_up', timing.lastWordsMs));
  if (phase === 'speaking' && call.speaking?.pausedAtMs !== undefined)
    return emit(nextCall, setTimer('resume', timing.resumeMs));
  if (phase !== 'listening') return nextCall;
  const isCough = !hasWords(openTurn) && openTurn.voicedMs < timing.minAnswerMs && !openTurn.continues;
  if (hasRecognizer || !isCough) return awaitEnd(nextCall, openTurn, event.atMs);
  return awaitAfterSound({ ...nextCall, openTurn: undefined });
}

function handleWords(call: CallState, event: EventOf<'words'>): CallState {
  const { phase, speaking, voiceSinceMs } = call;
  const { text, kind, atMs } = event;
  const previousTurn = call.openTurn ?? newOpenTurn(atMs);
  const isGoodbye = phase === 'closing' || speaking?.isGoodbye === true;
  // A visitor need not repeat what they said over the notice or the goodbye.
  const isExcused = text === undefined && (isGoodbye || !call.isNoticeHeard);
  const isBackchannel = kind === 'backchannel' && (isGoodbye || phase === 'speaking');
  const isIgnored = text === '' || kind === 'echo' || isBackchannel || isExcused;
  const openTurn = addWords(previousTurn, event, isIgnored);
  const isEmpty = !hasWords(openTurn) && openTurn.pending === 0 && voiceSinceMs === undefined;
  const nextCall: CallState = { ...call, openTurn: isEmpty ? undefined : openTurn };
  switch (phase) {
    case 'speaking':
      if (!isIgnored && canInterrupt(call)) return emit(nextCall, { type: 'stop' });
      return isEmpty ? resumeSpeech(nextCall) : nextCall;
    case 'closing':
      if (call.isFinal) return nextCall;
      if (isEmpty) return emit(nextCall, setTimer('hang_up', timing.hangUpMs));
      return voiceSinceMs === undefined && hasWords(openTurn) ? awaitEnd(nextCall, openTurn, atMs) : nextCall;
    case 'listening': {
      if (!isEmpty) return voiceSinceMs === undefined ? awaitEnd(nextCall, openTurn, atMs) : nextCall;
      const isNoise = kind !== 'echo' && previousTurn.voicedMs >= timing.minAnswerMs && !call.isTyping;
      return isNoise ? awaitAfterNoise(nextCall, previousTurn.endedAtMs, atMs) : awaitAfterSound(nextCall);
    }
    default:
      return nextCall;
  }
}

/** A typed turn is complete. It waits only for sentences that nobody may interrupt. */
function handleTypedText(call: CallState, { text, atMs }: EventOf<'visitor_typed'>): CallState {
  const openTurn = addTypedText(call.openTurn ?? newOpenTurn(atMs), text);
  const nextCall: CallState = { ...call, openTurn, isTyping: true };
  if (call.phase === 'listening' || (call.phase === 'closing' && !call.isFinal))
    return reply(nextCall, openTurn);
  return canInterrupt(call) ? emit(nextCall, { type: 'stop' }) : nextCall;
}

// The visitor is silent: how long the agent waits for an answer.

/** A whole wait without an answer counts as a silence. */
function awaitAnswer(call: CallState): CallState {
  return emit({ ...call, isNoisy: false }, setTimer('silence', answerMs(call)));
}

function answerMs({ isTyping, hasMicrophone, waits }: CallState): number {
  return isTyping || !hasMicrophone ? waits.typedAnswerMs : waits.answerMs;
}

/** Waits anew after a negligible sound. Asks the first question, if none was heard yet. */
function awaitAfterSound(call: CallState): CallState {
  return call.answerKind === undefined ? say(call, { type: 'open' }) : awaitAnswer(call);
}

/** Asks again soon after a sound without words that ended at `endedAtMs`. */
function awaitAfterNoise(call: CallState, endedAtMs: number, atMs: number): CallState {
  if (call.answerKind === undefined) return awaitAfterSound(call);
  const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
  const noiseWaitMs = endedAtMs + call.waits.noiseMs - atMs;
  const remainingMs = answerMs(call) - waitedMs;
  return emit(
    { ...call, waitedMs, waitingSinceMs: atMs, isNoisy: noiseWaitMs < remainingMs },
    setTimer('silence', Math.max(timing.minNoiseWaitMs, Math.min(noiseWaitMs, remainingMs))),
  );
}

function breakSilence(call: CallState, atMs: number): CallState {
  if (call.openTurn !== undefined) return call;
  if (call.isNoisy) {
    const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
    return say({ ...call, waitedMs }, { type: 'ask_again' });
  }
  const silences = call.silences + 1;
  const nextCall: CallState = { ...call, silences, waitedMs: 0 };
  if (silences < silencesMax) return say(nextCall, { type: silences === 1 ? 'ask_again' : 'move_on' });
  const hasAnswered = call.answeredUntilMs !== undefined;
  return say(nextCall, { type: 'goodbye', why: hasAnswered ? 'finished' : 'silent' });
}

/** Restarts the wait for an answer: longer while the visitor types or has no microphone. Keys over or after a goodbye delay the end. */
function restartWait(call: CallState, atMs: number, isKeyPressed = false): CallState {
  const { phase, openTurn, voiceSinceMs, isFinal } = call;
  if (isKeyPressed && phase === 'speaking') return updateSpeaking(call, { isTypedOver: true });
  if (openTurn !== undefined) return call;
  if (phase === 'closing' && isKeyPressed && voiceSinceMs === undefined && !isFinal)
    return emit(call, setTimer('hang_up', timing.typingMs));
  return phase === 'listening' ? awaitAnswer({ ...call, waitingSinceMs: atMs, waitedMs: 0 }) : call;
}
