import type { EndReason } from '../../lib/contracts/call-events.ts';
import { resumeAfterBackchannel, speechEnded, updateSpeaking, voiced } from './policy-speech.ts';
import {
  type CallState,
  type Effect,
  type Event,
  type EventOf,
  type Step,
  type TimerName,
  prepend,
  clearTimer,
  say,
  setTimer,
  withoutEffects,
} from './policy-state.ts';
import {
  end,
  endOfTurn,
  resumeSpeech,
  hasWords,
  listen,
  reportUnanswered,
  restartWait,
  breakSilence,
  typed,
  voiceEnded,
  voiceStarted,
  wordsCame,
} from './policy-turn.ts';
import { type Waits, defaultWaits, timing } from './timing.ts';

/** The timers of each phase. A change of phase clears those that the next phase lacks. */
const timersOf: Record<CallState['phase'], readonly TimerName[]> = {
  arriving: ['arrival'],
  speaking: ['limit', 'resume'],
  listening: ['limit', 'endpoint', 'silence'],
  closing: ['limit', 'hang_up'],
  away: ['limit', 'return'],
  over: [],
};

export function newCall(hasRecognizer: boolean, waits: Waits = defaultWaits): CallState {
  return {
    phase: 'arriving',
    hasRecognizer,
    waits,
    isNoticeHeard: false,
    isTyping: false,
    hasMicrophone: false,
    hasVisitorAnswered: false,
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
      return endOfTurn(call);
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

/** The connection broke: the agent falls silent and waits. Unanswered words are answered after a return. */
function loseVisitor(call: CallState, atMs: number): Step {
  if (call.phase !== 'speaking' && call.phase !== 'listening') return withoutEffects(call);
  const { openTurn, hasRecognizer, voiceSinceMs } = call;
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
