import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import { completenessOf } from '../language/end-of-turn.ts';
import {
  type CallState,
  type Effect,
  type EventOf,
  type OpenTurn,
  type Step,
  prepend,
  clearTimer,
  newOpenTurn,
  say,
  setTimer,
  withoutEffects,
  mayBeInterrupted,
} from './policy-state.ts';
import { silencesMax, timing } from './timing.ts';
import type { ReplyCue } from './wording.ts';

// The visitor's turn: when it ends, and how long the agent waits for it.

/** Begins to listen: continues a turn that has already begun, or waits for an answer. */
export function listen(call: CallState, atMs: number): Step {
  const nextCall: CallState = { ...call, phase: 'listening', waitingSinceMs: atMs };
  const { openTurn, voiceSinceMs } = call;
  if (voiceSinceMs !== undefined)
    return withoutEffects({ ...nextCall, openTurn: openTurn ?? newOpenTurn(voiceSinceMs) });
  if (openTurn === undefined) return awaitAnswer(nextCall);
  return awaitEnd(nextCall, openTurn, atMs);
}

function endpointMs(
  { hasRecognizer, blindEndpointMs, answerKind = 'open', wasTalkedOver }: CallState,
  openTurn: OpenTurn,
): number {
  if (!hasRecognizer) return blindEndpointMs;
  const { text = '', language } = openTurn;
  const waitMs = timing.endpoint[completenessOf({ text, language, answerKind })];
  return wasTalkedOver ? Math.max(waitMs, timing.endpoint.patient) : waitMs;
}

export function hasWords({ text, hasUnrecognizedPart }: OpenTurn): boolean {
  return text !== undefined || hasUnrecognizedPart;
}

/** Replies once the visitor has been silent for long enough, counted from the last voiced moment. */
function awaitEnd(call: CallState, openTurn: OpenTurn, atMs: number): Step {
  const nextCall: CallState = { ...call, phase: 'listening', openTurn };
  if (openTurn.isTyped) return reply(nextCall, openTurn);
  if (openTurn.pending > 0) return withoutEffects(nextCall);
  const remainingMs = openTurn.endedAtMs + endpointMs(call, openTurn) - atMs;
  if (remainingMs <= 0) return reply(nextCall, openTurn);
  const prepare: Effect[] = hasWords(openTurn) ? [{ type: 'prepare', cue: cueOf(openTurn) }] : [];
  return { call: nextCall, effects: [...prepare, setTimer('endpoint', remainingMs)] };
}

export function reply(call: CallState, openTurn: OpenTurn): Step {
  const nextCall = { ...markAnswered(call, openTurn), openTurn: undefined };
  return prepend([visitorTurn(openTurn)], say(nextCall, cueOf(openTurn)));
}

function markAnswered(call: CallState, { isTyped, endedAtMs }: OpenTurn): CallState {
  return {
    ...call,
    silences: 0,
    waitedMs: 0,
    isTyping: isTyped,
    answeredUntilMs: endedAtMs,
  };
}

function cueOf({ text, hasUnrecognizedPart, isTyped, continues, endedAtMs }: OpenTurn): ReplyCue {
  return {
    type: 'reply',
    ...(text !== undefined && { text }),
    isUnrecognized: text === undefined && hasUnrecognizedPart,
    continues,
    ...(!isTyped && { spokenUntilMs: endedAtMs }),
  };
}

function visitorTurn({ startedAtMs, endedAtMs, text, isTyped }: OpenTurn): Effect {
  const turn: Turn = { speaker: 'visitor', startedAtMs, endedAtMs: Math.max(startedAtMs, endedAtMs) };
  if (text !== undefined) turn.text = text;
  return { type: 'visitor_turn', turn, isSpoken: !isTyped };
}

/** Reports the visitor's unanswered words or voice when something else ended the turn. */
export function reportUnanswered(call: CallState, atMs: number): Step {
  const { phase, voiceSinceMs } = call;
  const nextCall: CallState = { ...call, openTurn: undefined };
  const isSpeaking = phase === 'listening' && voiceSinceMs !== undefined;
  const begun = call.openTurn ?? (isSpeaking ? newOpenTurn(voiceSinceMs) : undefined);
  if (begun === undefined) return withoutEffects(nextCall);
  const openTurn = isSpeaking
    ? { ...begun, voicedMs: begun.voicedMs + atMs - voiceSinceMs, endedAtMs: atMs }
    : begun;
  const isVoice = phase === 'listening' && openTurn.voicedMs >= timing.minAnswerMs;
  if (!hasWords(openTurn) && !isVoice) return withoutEffects(nextCall);
  return { call: markAnswered(nextCall, openTurn), effects: [visitorTurn(openTurn)] };
}

export function voiceStarted(call: CallState, { fromMs }: EventOf<'voice_started'>): Step {
  const nextCall = { ...call, voiceSinceMs: fromMs };
  if (call.phase === 'closing')
    return { call: nextCall, effects: call.hasRecognizer && !call.isFinal ? [clearTimer('hang_up')] : [] };
  if (call.phase !== 'listening') return withoutEffects(nextCall);
  const openTurn = call.openTurn ?? newOpenTurn(fromMs);
  return { call: { ...nextCall, openTurn }, effects: [clearTimer('endpoint'), clearTimer('silence')] };
}

export function voiceEnded(call: CallState, event: EventOf<'voice_ended'>): Step {
  const { phase, hasRecognizer } = call;
  const nextCall: CallState = { ...call, voiceSinceMs: undefined };
  // Without a recogniser, only speech while the agent listens is a turn.
  if (!hasRecognizer && phase !== 'listening') return withoutEffects(nextCall);
  const previous = call.openTurn ?? newOpenTurn(event.fromMs);
  const openTurn: OpenTurn = {
    ...previous,
    endedAtMs: Math.max(event.toMs, previous.startedAtMs),
    voicedMs: previous.voicedMs + event.voicedMs,
    isTyped: false,
    pending: previous.pending + (hasRecognizer ? 1 : 0),
  };
  if (phase === 'closing')
    return {
      call: { ...nextCall, openTurn },
      effects: call.isFinal ? [] : [setTimer('hang_up', timing.lastWordsMs)],
    };
  if (phase === 'speaking')
    return {
      call: { ...nextCall, openTurn },
      effects: call.speaking?.pausedAtMs !== undefined ? [setTimer('resume', timing.resumeMs)] : [],
    };
  if (phase !== 'listening') return withoutEffects({ ...nextCall, openTurn });
  const isCough = !hasWords(openTurn) && openTurn.voicedMs < timing.minAnswerMs && !openTurn.continues;
  if (!hasRecognizer && isCough) {
    const callWithoutNoise: CallState = { ...nextCall, openTurn: undefined };
    return afterSoundWithoutWords(callWithoutNoise, awaitAnswer(callWithoutNoise));
  }
  return awaitEnd(nextCall, openTurn, event.atMs);
}

export function wordsCame(call: CallState, { text, kind, language, atMs }: EventOf<'words'>): Step {
  const { phase, speaking, voiceSinceMs } = call;
  const previous = call.openTurn ?? newOpenTurn(atMs);
  const isGoodbye = phase === 'closing' || speaking?.isGoodbye === true;
  // A visitor need not repeat what they said over the notice or the goodbye.
  const isExcused = text === undefined && (isGoodbye || !call.isNoticeHeard);
  const isBackchannel = kind === 'backchannel' && (isGoodbye || phase === 'speaking');
  const isIgnored = text === '' || kind === 'echo' || isBackchannel || isExcused;
  const openTurn: OpenTurn = { ...previous, pending: Math.max(0, previous.pending - 1) };
  if (!isIgnored) {
    if (text === undefined) openTurn.hasUnrecognizedPart = true;
    else openTurn.text = [openTurn.text, text].filter(Boolean).join(' ');
    openTurn.language = language;
  }
  const isEmpty = !hasWords(openTurn) && openTurn.pending === 0 && voiceSinceMs === undefined;
  const nextCall: CallState = { ...call, openTurn: isEmpty ? undefined : openTurn };
  switch (phase) {
    case 'speaking':
      if (speaking === undefined || isIgnored || !mayBeInterrupted(call, speaking))
        return isEmpty ? resumeSpeech(nextCall) : withoutEffects(nextCall);
      return { call: nextCall, effects: [{ type: 'stop' }] };
    case 'closing':
      if (isEmpty)
        return { call: nextCall, effects: call.isFinal ? [] : [setTimer('hang_up', timing.hangUpMs)] };
      return call.isFinal || voiceSinceMs !== undefined || !hasWords(openTurn)
        ? withoutEffects(nextCall)
        : awaitEnd(nextCall, openTurn, atMs);
    case 'listening':
      if (isEmpty) {
        const isNegligible = kind === 'echo' || previous.voicedMs < timing.minAnswerMs;
        return afterSoundWithoutWords(nextCall, awaitAfterNoise(nextCall, isNegligible, previous, atMs));
      }
      return voiceSinceMs === undefined ? awaitEnd(nextCall, openTurn, atMs) : withoutEffects(nextCall);
    default:
      return withoutEffects(nextCall);
  }
}

/** Resumes a paused sentence: the voice over it was no interruption. */
export function resumeSpeech(call: CallState): Step {
  const { phase, speaking } = call;
  if (phase !== 'speaking' || speaking?.pausedAtMs === undefined) return withoutEffects(call);
  return {
    call: { ...call, speaking: { ...speaking, pausedAtMs: undefined } },
    effects: [{ type: 'resume' }],
  };
}

/** A typed turn is complete. It waits only for sentences that nobody may interrupt. */
export function typed(call: CallState, { text, atMs }: EventOf<'visitor_typed'>): Step {
  const previous = call.openTurn ?? newOpenTurn(atMs);
  const openTurn: OpenTurn = {
    ...previous,
    text: [previous.text, text].filter(Boolean).join('\n'),
    isTyped: true,
    endedAtMs: call.openTurn === undefined ? atMs : previous.endedAtMs,
  };
  const nextCall: CallState = { ...call, openTurn, isTyping: true };
  if (call.phase === 'listening' || (call.phase === 'closing' && !call.isFinal))
    return reply(nextCall, openTurn);
  const { speaking } = call;
  const mustStop = call.phase === 'speaking' && speaking !== undefined && mayBeInterrupted(call, speaking);
  return { call: nextCall, effects: mustStop ? [{ type: 'stop' }] : [] };
}

/** Ends the call, and reports the visitor's unanswered words. */
export function end(call: CallState, reason: EndReason, atMs: number): Step {
  const { call: next, effects } = reportUnanswered(call, atMs);
  return { call: { ...next, phase: 'over' }, effects: [...effects, { type: 'end', reason, atMs }] };
}

/** Waits for an answer. A whole wait without one counts as a silence. */
function awaitAnswer(call: CallState): Step {
  return { call: { ...call, isNoisy: false }, effects: [setTimer('silence', answerMs(call))] };
}

function answerMs({ isTyping, hasMicrophone, waits }: CallState): number {
  return isTyping || !hasMicrophone ? waits.typedAnswerMs : waits.answerMs;
}

/** The step after a sound without words: the first question if none was heard yet, else `otherwise`. */
function afterSoundWithoutWords(call: CallState, otherwise: Step): Step {
  return call.answerKind === undefined ? say(call, { type: 'open' }) : otherwise;
}

/** Waits after a sound without words: asks again soon, unless the sound is negligible. */
function awaitAfterNoise(
  call: CallState,
  isNegligible: boolean,
  { endedAtMs }: OpenTurn,
  atMs: number,
): Step {
  if (isNegligible || call.isTyping) return awaitAnswer(call);
  const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
  const noiseWaitMs = endedAtMs + call.waits.noiseMs - atMs;
  const remainingMs = answerMs(call) - waitedMs;
  return {
    call: { ...call, waitedMs, waitingSinceMs: atMs, isNoisy: noiseWaitMs < remainingMs },
    effects: [setTimer('silence', Math.max(timing.minNoiseWaitMs, Math.min(noiseWaitMs, remainingMs)))],
  };
}

export function breakSilence(call: CallState, atMs: number): Step {
  if (call.openTurn !== undefined) return withoutEffects(call);
  if (call.isNoisy) {
    const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
    return say({ ...call, waitedMs }, { type: 'ask_again' });
  }
  const silences = call.silences + 1;
  const nextCall: CallState = { ...call, silences, waitedMs: 0 };
  if (silences >= silencesMax) {
    const hasAnswered = call.answeredUntilMs !== undefined;
    return say(nextCall, { type: 'goodbye', why: hasAnswered ? 'finished' : 'silent' });
  }
  return say(nextCall, { type: silences === 1 ? 'ask_again' : 'move_on' });
}

/** Restarts the wait for an answer: longer while the visitor types or has no microphone. Keys after a goodbye delay the end. */
export function restartWait(call: CallState, changes: Partial<CallState>, atMs: number): Step {
  const nextCall: CallState = { ...call, ...changes };
  const { phase, openTurn, voiceSinceMs, isFinal } = call;
  if (openTurn !== undefined) return withoutEffects(nextCall);
  if (phase === 'closing' && changes.isTyping === true && voiceSinceMs === undefined && !isFinal)
    return { call: nextCall, effects: [setTimer('hang_up', timing.typingMs)] };
  if (phase !== 'listening') return withoutEffects(nextCall);
  return awaitAnswer({ ...nextCall, waitingSinceMs: atMs, waitedMs: 0 });
}
