import type { BrowserStep } from '@/lib/contracts/recording';
import type { ChartEvent, Grant, Refusal } from './events';
import {
  type AnswerField,
  type ClosedBy,
  type HeardEvidence,
  type WhoseTurn,
  closedField,
  isAnswering,
  isListening,
  nextTurn,
  noEvidence,
  times,
} from './rules';

/** Facts of the running call or of the last one. */
export interface CallFacts {
  room: string | null;
  isTyping: boolean;
  grant: Grant | null;
  refusal: Refusal | null;
  /** When the visitor asked for the call, milliseconds since 1970. */
  beganAtMs: number;
  /** When the room was first entered, milliseconds since 1970. */
  startedAtMs: number | null;
  hasAgentCome: boolean;
  turn: WhoseTurn | null;
  isMuted: boolean;
  /** A phone call or another app has the microphone. */
  isInterrupted: boolean;
  microphoneLost: 'gone' | 'denied' | null;
  /** The microphone is silent although the agent listens. */
  isMicrophoneSilent: boolean;
  isSoundBlocked: boolean;
  isOperatorListening: boolean;
  evidence: HeardEvidence;
  answerField: AnswerField;
  closedBy: ClosedBy;
  wasRecorded: boolean;
  failedRejoins: number;
  /** The call's trace as the browser timed it. */
  steps: readonly BrowserStep[];
}

export const noFacts: CallFacts = {
  room: null,
  isTyping: false,
  grant: null,
  refusal: null,
  beganAtMs: 0,
  startedAtMs: null,
  hasAgentCome: false,
  turn: null,
  isMuted: false,
  isInterrupted: false,
  microphoneLost: null,
  isMicrophoneSilent: false,
  isSoundBlocked: false,
  isOperatorListening: false,
  evidence: noEvidence,
  answerField: closedField,
  closedBy: 'visitor',
  wasRecorded: false,
  failedRejoins: 0,
  steps: [],
};

/** Ends a step of the trace, which began at the end of the one before. */
export function withStep(call: CallFacts, name: BrowserStep['name'], nowMs: number): CallFacts {
  const fromMs = call.steps.at(-1)?.toMs ?? call.beganAtMs;
  const spanId = name === 'token' ? call.grant?.spanId : undefined;
  return { ...call, steps: [...call.steps, { name, fromMs, toMs: nowMs, spanId }] };
}

/** Ends the step of the first word. The agent may already speak when the room is entered. */
export function withFirstWord(call: CallFacts, nowMs: number): CallFacts {
  const isFirst = call.turn === 'speaking' && call.steps.at(-1)?.name === 'connect';
  return isFirst ? withStep(call, 'first_word', nowMs) : call;
}

/** Applies what the room, the microphone or the answer field reports. Other events change no facts. */
export function applyEvent(call: CallFacts, event: ChartEvent, nowMs: number): CallFacts {
  switch (event.type) {
    case 'room.agentJoined':
      return { ...call, hasAgentCome: true };
    case 'room.agentLeft':
    case 'room.disconnected':
      return { ...call, turn: null };
    case 'room.agentActivity':
      return withFirstWord({ ...call, turn: nextTurn(call.turn, event.activity) }, nowMs);
    case 'room.visitorHeard':
      return withEvidence(call, { hasAgentHeard: call.evidence.hasAgentHeard || event.isHeard });
    case 'room.visitorAudible':
      return withEvidence(call, { hasServerHeard: true });
    case 'room.textSent':
      return {
        ...withEvidence(call, { typedAnswers: call.evidence.typedAnswers + 1 }),
        answerField: { ...call.answerField, hasText: false },
      };
    case 'room.soundBlocked':
      return { ...call, isSoundBlocked: event.isBlocked };
    case 'room.operator':
      return { ...call, isOperatorListening: event.isListening };
    case 'microphone.muted':
      return { ...call, isMuted: event.isMuted };
    case 'microphone.restarted':
      return { ...call, microphoneLost: null, isInterrupted: false };
    case 'microphone.interrupted':
      return {
        ...call,
        isInterrupted: event.isInterrupted,
        microphoneLost: event.isInterrupted ? call.microphoneLost : null,
      };
    case 'microphone.lost':
      return { ...call, microphoneLost: event.isDenied ? 'denied' : 'gone' };
    case 'microphone.silent':
      return { ...call, isMicrophoneSilent: event.isSilent };
    case 'microphone.voice':
      return withEvidence(call, { voice: event.voice });
    case 'answerField': {
      const { isOpen, text } = event;
      const answerField = { ...call.answerField, isOpen, hasText: text.trim() !== '', lastKeyMs: nowMs };
      return { ...call, answerField };
    }
    default:
      return call;
  }
}

/** True if silence is suspicious: the agent listens, and no reason is known why the visitor would not speak. */
export function expectsSpeech(call: CallFacts, nowMs: number): boolean {
  const canSpeak = !call.isTyping && !call.isMuted && !call.isInterrupted && call.microphoneLost === null;
  return canSpeak && isListening(call.turn) && !isAnswering(call.answerField, nowMs);
}

/**
 * True if the agent has to learn that the visitor types or cannot speak: when that changes, every few seconds while the visitor
 * types, and when the agent asks, because it may have missed the last message.
 */
export function isTypingMessageDue(before: CallFacts, after: CallFacts, nowMs: number): boolean {
  const [fieldBefore, field] = [before.answerField, after.answerField];
  if (field.isOpen !== fieldBefore.isOpen || after.isInterrupted !== before.isInterrupted) return true;
  if (field.lastKeyMs !== fieldBefore.lastKeyMs) return nowMs - field.publishedMs >= times.typingSignal;
  const isAsked = isListening(after.turn) && !isListening(before.turn);
  return isAsked && (after.isInterrupted || isAnswering(field, nowMs));
}

function withEvidence(call: CallFacts, change: Partial<HeardEvidence>): CallFacts {
  return { ...call, evidence: { ...call.evidence, ...change } };
}
