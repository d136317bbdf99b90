import type { EndReason, Turn } from '../../lib/contracts/call-events.ts';
import { completenessOf } from '../language/end-of-turn.ts';
import {
  type CallState,
  type Effect,
  type EventOf,
  type Said,
  type Step,
  before,
  clear,
  newSaid,
  say,
  set,
  stay,
  mayBeInterrupted,
} from './policy-state.ts';
import { silencesMax, timing } from './timing.ts';
import type { ReplyCue } from './wording.ts';

/** The visitor's turn: when it ends, and how long the agent waits for it. */
export function listen(call: CallState, atMs: number): Step {
  const next: CallState = { ...call, phase: 'listening', waitingSinceMs: atMs };
  const { said, voiceSinceMs } = call;
  if (voiceSinceMs !== undefined) return stay({ ...next, said: said ?? newSaid(voiceSinceMs) });
  if (said === undefined) return awaitAnswer(next);
  return awaitEnd(next, said, atMs);
}

function endpointMs(
  { understands, blindEndpointMs, asked = 'open', wasTalkedOver }: CallState,
  said: Said,
): number {
  if (!understands) return blindEndpointMs;
  const { text = '', language } = said;
  const waitMs = timing.endpoint[completenessOf({ text, language, asked })];
  return wasTalkedOver ? Math.max(waitMs, timing.endpoint.patient) : waitMs;
}

export function hasWords({ text, isUnrecognised }: Said): boolean {
  return text !== undefined || isUnrecognised;
}

/** Replies once the visitor has been silent for long enough, counted from the last voiced moment. */
function awaitEnd(call: CallState, said: Said, atMs: number): Step {
  const next: CallState = { ...call, phase: 'listening', said };
  if (said.isTyped) return reply(next, said);
  if (said.pending > 0) return stay(next);
  const restMs = said.endedAtMs + endpointMs(call, said) - atMs;
  if (restMs <= 0) return reply(next, said);
  const prepare: Effect[] = hasWords(said) ? [{ type: 'prepare', cue: cueOf(said) }] : [];
  return { call: next, effects: [...prepare, set('endpoint', restMs)] };
}

export function endOfTurn(call: CallState): Step {
  return call.said === undefined ? stay(call) : reply(call, call.said);
}

export function reply(call: CallState, said: Said): Step {
  const next = { ...answered(call, said), said: undefined };
  return before([visitorTurn(said)], say(next, cueOf(said)));
}

function answered(call: CallState, { isTyped, endedAtMs }: Said): CallState {
  return {
    ...call,
    heardVisitor: true,
    silences: 0,
    waitedMs: 0,
    writes: isTyped,
    answeredUntilMs: endedAtMs,
  };
}

function cueOf({ text, isUnrecognised, isTyped, continues, endedAtMs }: Said): ReplyCue {
  return {
    type: 'reply',
    ...(text !== undefined && { text }),
    isUnrecognised: text === undefined && isUnrecognised,
    continues,
    ...(!isTyped && { spokenUntilMs: endedAtMs }),
  };
}

function visitorTurn({ startedAtMs, endedAtMs, text, isTyped }: Said): Effect {
  const turn: Turn = { speaker: 'visitor', startedAtMs, endedAtMs: Math.max(startedAtMs, endedAtMs) };
  if (text !== undefined) turn.text = text;
  return { type: 'visitor_turn', turn, isSpoken: !isTyped };
}

/** Reports the visitor's unanswered words when something else ended the turn. */
export function reportUnanswered(call: CallState, atMs: number): Step {
  const { phase, voiceSinceMs } = call;
  const next: CallState = { ...call, said: undefined };
  const isHeard = phase === 'listening' && voiceSinceMs !== undefined;
  const known = call.said ?? (isHeard ? newSaid(voiceSinceMs) : undefined);
  if (known === undefined) return stay(next);
  const said = isHeard
    ? { ...known, voicedMs: known.voicedMs + atMs - voiceSinceMs, endedAtMs: atMs }
    : known;
  const isVoice = phase === 'listening' && said.voicedMs >= timing.minAnswerMs;
  if (!hasWords(said) && !isVoice) return stay(next);
  return { call: answered(next, said), effects: [visitorTurn(said)] };
}

export function voiceStarted(call: CallState, { fromMs }: EventOf<'voice_started'>): Step {
  const next = { ...call, voiceSinceMs: fromMs };
  if (call.phase === 'closing')
    return { call: next, effects: call.understands && !call.isFinal ? [clear('hang_up')] : [] };
  if (call.phase !== 'listening') return stay(next);
  const said = call.said ?? newSaid(fromMs);
  return { call: { ...next, said }, effects: [clear('endpoint'), clear('silence')] };
}

export function voiceEnded(call: CallState, event: EventOf<'voice_ended'>): Step {
  const { phase, understands } = call;
  const next: CallState = { ...call, voiceSinceMs: undefined };
  // Without a recogniser, only speech while the agent listens is a turn.
  if (!understands && phase !== 'listening') return stay(next);
  const known = call.said ?? newSaid(event.fromMs);
  const said: Said = {
    ...known,
    endedAtMs: Math.max(event.toMs, known.startedAtMs),
    voicedMs: known.voicedMs + event.voicedMs,
    isTyped: false,
    pending: known.pending + (understands ? 1 : 0),
  };
  if (phase === 'closing')
    return { call: { ...next, said }, effects: call.isFinal ? [] : [set('hang_up', timing.lastWordsMs)] };
  if (phase === 'speaking')
    return {
      call: { ...next, said },
      effects: call.speaking?.pausedAtMs !== undefined ? [set('resume', timing.resumeMs)] : [],
    };
  if (phase !== 'listening') return stay({ ...next, said });
  const isCough = !hasWords(said) && said.voicedMs < timing.minAnswerMs && !said.continues;
  if (!understands && isCough) {
    const quiet: CallState = { ...next, said: undefined };
    return heardNothing(quiet, awaitAnswer(quiet));
  }
  return awaitEnd(next, said, event.atMs);
}

export function wordsCame(call: CallState, { text, kind, language, atMs }: EventOf<'words'>): Step {
  const { phase, speaking, voiceSinceMs } = call;
  const known = call.said ?? newSaid(atMs);
  const isGoodbye = phase === 'closing' || speaking?.isGoodbye === true;
  // A visitor need not repeat what they said over the notice or the goodbye.
  const isLost = text === undefined && (isGoodbye || !call.noticeHeard);
  const isNod = kind === 'nod' && (isGoodbye || phase === 'speaking');
  const isNothing = text === '' || kind === 'echo' || isNod || isLost;
  const said: Said = { ...known, pending: Math.max(0, known.pending - 1) };
  if (!isNothing) {
    if (text === undefined) said.isUnrecognised = true;
    else said.text = [said.text, text].filter(Boolean).join(' ');
    said.language = language;
  }
  const isEmpty = !hasWords(said) && said.pending === 0 && voiceSinceMs === undefined;
  const next: CallState = { ...call, said: isEmpty ? undefined : said };
  switch (phase) {
    case 'speaking':
      if (speaking === undefined || isNothing || !mayBeInterrupted(call, speaking))
        return isEmpty ? resumeSpeech(next) : stay(next);
      return { call: next, effects: [{ type: 'stop' }] };
    case 'closing':
      if (isEmpty) return { call: next, effects: call.isFinal ? [] : [set('hang_up', timing.hangUpMs)] };
      return call.isFinal || voiceSinceMs !== undefined || !hasWords(said)
        ? stay(next)
        : awaitEnd(next, said, atMs);
    case 'listening':
      if (isEmpty) {
        const isIgnored = kind === 'echo' || known.voicedMs < timing.minAnswerMs;
        return heardNothing(next, noise(next, isIgnored, known, atMs));
      }
      return voiceSinceMs === undefined ? awaitEnd(next, said, atMs) : stay(next);
    default:
      return stay(next);
  }
}

/** Resumes a paused sentence: the voice over it was no interruption. */
export function resumeSpeech(call: CallState): Step {
  const { phase, speaking } = call;
  if (phase !== 'speaking' || speaking?.pausedAtMs === undefined) return stay(call);
  return {
    call: { ...call, speaking: { ...speaking, pausedAtMs: undefined } },
    effects: [{ type: 'resume' }],
  };
}

/** A typed turn is complete. It waits only for sentences that nobody may interrupt. */
export function typed(call: CallState, { text, atMs }: EventOf<'visitor_typed'>): Step {
  const known = call.said ?? newSaid(atMs);
  const said: Said = {
    ...known,
    text: [known.text, text].filter(Boolean).join('\n'),
    isTyped: true,
    endedAtMs: call.said === undefined ? atMs : known.endedAtMs,
  };
  const next: CallState = { ...call, said, writes: true };
  if (call.phase === 'listening' || (call.phase === 'closing' && !call.isFinal)) return reply(next, said);
  const { speaking } = call;
  const isStopped = call.phase === 'speaking' && speaking !== undefined && mayBeInterrupted(call, speaking);
  return { call: next, effects: isStopped ? [{ type: 'stop' }] : [] };
}

/** Ends the call, and reports the visitor's unanswered words. */
export function end(call: CallState, reason: EndReason, atMs: number): Step {
  const { call: next, effects } = reportUnanswered(call, atMs);
  return { call: { ...next, phase: 'over' }, effects: [...effects, { type: 'end', reason, atMs }] };
}

/** Waits for an answer; a whole wait without one counts as a silence. */
function awaitAnswer(call: CallState): Step {
  return { call: { ...call, isNoisy: false }, effects: [set('silence', answerMs(call))] };
}

function answerMs({ writes, hasMicrophone, waits }: CallState): number {
  return writes || !hasMicrophone ? waits.typedAnswerMs : waits.answerMs;
}

/** A sound without words. If it came over the notice, nothing was asked yet. */
function heardNothing(call: CallState, wait: Step): Step {
  return call.asked === undefined ? say(call, { type: 'open' }) : wait;
}

/** After a sound without words, asks again soon. It counts as a silence only after the whole wait. */
function noise(call: CallState, isIgnored: boolean, { endedAtMs }: Said, atMs: number): Step {
  if (isIgnored || call.writes) return awaitAnswer(call);
  const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
  const soonMs = endedAtMs + call.waits.noiseMs - atMs;
  const restMs = answerMs(call) - waitedMs;
  return {
    call: { ...call, waitedMs, waitingSinceMs: atMs, isNoisy: soonMs < restMs },
    effects: [set('silence', Math.max(timing.minNoiseMs, Math.min(soonMs, restMs)))],
  };
}

export function silence(call: CallState, atMs: number): Step {
  if (call.said !== undefined) return stay(call);
  if (call.isNoisy) {
    const waitedMs = call.waitedMs + atMs - call.waitingSinceMs;
    return say({ ...call, waitedMs }, { type: 'ask_again' });
  }
  const silences = call.silences + 1;
  const next: CallState = { ...call, silences, waitedMs: 0 };
  if (silences >= silencesMax)
    return say(next, { type: 'goodbye', why: call.heardVisitor ? 'finished' : 'silent' });
  return say(next, { type: silences === 1 ? 'ask_again' : 'move_on' });
}

/** Restarts the wait for an answer: longer while the visitor types or has no microphone. */
export function restartWait(call: CallState, changed: Partial<CallState>, atMs: number): Step {
  const next: CallState = { ...call, ...changed };
  if (call.phase !== 'listening' || call.said !== undefined) return stay(next);
  return awaitAnswer({ ...next, waitingSinceMs: atMs, waitedMs: 0 });
}
