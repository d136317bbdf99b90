import type { EndReason } from '../../lib/contracts/call-events.ts';
import { progress, silent, speechEnded, voiced } from './policy-speech.ts';
import {
  type CallState,
  type Effect,
  type Event,
  type EventOf,
  type Step,
  type TimerName,
  before,
  clear,
  say,
  set,
  stay,
} from './policy-state.ts';
import {
  end,
  endOfTurn,
  resumeSpeech,
  hasWords,
  listen,
  reportUnanswered,
  restartWait,
  silence,
  typed,
  voiceEnded,
  voiceStarted,
  wordsCame,
} from './policy-turn.ts';
import { type Waits, defaultWaits, timing } from './timing.ts';

/** The timers of each phase: leaving the phase clears them. */
const timersOf: Record<CallState['phase'], readonly TimerName[]> = {
  arriving: ['arrival'],
  speaking: ['limit', 'resume'],
  listening: ['limit', 'endpoint', 'silence'],
  closing: ['limit', 'hang_up'],
  away: ['limit', 'return'],
  over: [],
};

export function newCall(understands: boolean, waits: Waits = defaultWaits): CallState {
  return {
    phase: 'arriving',
    understands,
    waits,
    noticeHeard: false,
    writes: false,
    hasMicrophone: false,
    heardVisitor: false,
    silences: 0,
    waitedMs: 0,
    waitingSinceMs: 0,
    isNoisy: false,
    blindEndpointMs: timing.endpoint.blind,
    wasTalkedOver: false,
    isFinal: false,
  };
}

/** The policy of a call: decides when to speak, wait, ask again and end. A pure function, with or without a language model. */
export function decide(call: CallState, event: Event): Step {
  if (call.phase === 'over') return stay(call);
  const step = transition(call, event);
  const left = timersOf[call.phase].filter((timer) => !timersOf[step.call.phase].includes(timer));
  return before(left.map(clear), step);
}

function transition(call: CallState, event: Event): Step {
  const { atMs } = event;
  switch (event.type) {
    case 'entered':
      return { call, effects: [set('arrival', timing.arrivalMs)] };
    case 'visitor_met':
      return met(call, atMs);
    case 'visitor_lost':
      return event.forGood ? leave(call, 'visitor_left', atMs) : disconnected(call, atMs);
    case 'visitor_back':
      return returned(call, atMs);
    case 'failed':
      return leave(call, 'agent_failed', atMs);
    case 'visitor_typed':
      return typed(call, event);
    case 'visitor_writes':
      return restartWait(call, { writes: event.writing }, atMs);
    case 'microphone':
      return restartWait(call, { hasMicrophone: event.isOpen }, atMs);
    case 'voice_started':
      return voiceStarted(call, event);
    case 'voiced':
      return voiced(call, event);
    case 'silent':
      return silent(call, event);
    case 'voice_ended':
      return voiceEnded(call, event);
    case 'words':
      return wordsCame(call, event);
    case 'speech_started':
      return progress(call, { startedAtMs: atMs });
    case 'question_started':
      return progress(call, { questionAtMs: atMs, isGoodbye: event.isGoodbye });
    case 'speech_ended':
      return speechEnded(call, event);
    case 'timer':
      return timeUp(call, event);
  }
}

function timeUp(call: CallState, { timer, atMs }: EventOf<'timer'>): Step {
  switch (timer) {
    case 'arrival':
    case 'return':
      return end(call, 'visitor_left', atMs);
    case 'hang_up':
      return end(call, 'agent_closed', atMs);
    case 'endpoint':
      return endOfTurn(call);
    case 'silence':
      return silence(call, atMs);
    case 'resume':
      return call.voiceSinceMs === undefined ? resumeSpeech(call) : stay(call);
    case 'limit':
      return outOfTime(call, atMs);
  }
}

function met(call: CallState, atMs: number): Step {
  if (call.phase !== 'arriving') return stay(call);
  return before([{ type: 'started', atMs }, set('limit', call.waits.limitMs)], say(call, { type: 'notice' }));
}

/** The connection broke: the agent falls silent and waits. Unanswered words stay. */
function disconnected(call: CallState, atMs: number): Step {
  if (call.phase !== 'speaking' && call.phase !== 'listening') return stay(call);
  const { said, understands, voiceSinceMs } = call;
  const hasUnansweredWords = understands ? said !== undefined : said !== undefined && hasWords(said);
  const { call: next, effects } = hasUnansweredWords ? stay(call) : reportUnanswered(call, atMs);
  const stop: Effect[] = call.phase === 'speaking' ? [{ type: 'stop' }] : [];
  return {
    call: { ...next, phase: 'away', writes: false, voiceSinceMs: understands ? voiceSinceMs : undefined },
    effects: [...effects, ...stop, set('return', call.waits.returnMs)],
  };
}

/** A cut notice or goodbye is said again; anything else continues where it was. */
function returned(call: CallState, atMs: number): Step {
  if (call.phase !== 'away') return stay(call);
  const { speaking: cut, said } = call;
  if (!call.noticeHeard) return say(call, { type: 'notice' });
  if (cut?.isGoodbye === true)
    return say(call, cut.cue.type === 'goodbye' ? cut.cue : { type: 'goodbye', why: 'finished' });
  if (said !== undefined && hasWords(said)) return listen(call, atMs);
  return say(call, { type: 'welcome_back' });
}

/** Ends the call; a sentence that is being said is stopped first, so that its heard part is reported. */
function leave(call: CallState, reason: EndReason, atMs: number): Step {
  if (call.phase !== 'speaking') return end(call, reason, atMs);
  return { call: { ...call, ending: reason }, effects: [{ type: 'stop' }] };
}

function outOfTime(call: CallState, atMs: number): Step {
  const next: CallState = { ...call, isFinal: true };
  switch (call.phase) {
    case 'away':
      return end(call, 'visitor_left', atMs);
    case 'closing':
      return { call: next, effects: [set('hang_up', timing.hangUpMs)] };
    case 'listening': {
      const { call: reported, effects } = reportUnanswered(next, atMs);
      return before(effects, say(reported, { type: 'goodbye', why: 'time' }));
    }
    case 'speaking':
      return { call: next, effects: call.speaking?.isGoodbye === true ? [] : [{ type: 'stop' }] };
    default:
      return stay(next);
  }
}
