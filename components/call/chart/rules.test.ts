import { expect, test } from 'vitest';
import type { MeasuredVoice } from './events';
import {
  type HeardEvidence,
  closedField,
  isAnswering,
  isRetryable,
  isRoomGone,
  nextTurn,
  noEvidence,
  outcomeOf,
  wasHeard,
} from './rules';
import { applyEvent, isTypingMessageDue, noFacts } from './facts';

const evidence = (change: Partial<HeardEvidence>): HeardEvidence => ({
  ...noEvidence,
  voice: 'none',
  ...change,
});

test('when the agent closes the call, its report decides: noise is no answer', () => {
  const closed = (change: Partial<HeardEvidence>) => wasHeard(evidence(change), 'agent');
  expect(closed({ hasAgentHeard: false, voice: 'speech' })).toBe(false);
  expect(closed({ hasAgentHeard: true })).toBe(true);
});

test('without the agent’s report a clear sign decides: speech, a typed answer, or a voice that the media server heard', () => {
  const closed = (change: Partial<HeardEvidence>) => wasHeard(evidence(change), 'operator');
  const heard = (['none', 'some', 'speech'] satisfies MeasuredVoice[]).map((voice) => closed({ voice }));
  expect(heard).toEqual([false, false, true]);
  expect([closed({ typedAnswers: 1 }), closed({ hasServerHeard: true })]).toEqual([true, true]);
});

test('when the visitor ends the call, any voice counts: the agent may not have reported the turn yet', () => {
  const ended = (change: Partial<HeardEvidence>) => wasHeard(evidence(change), 'visitor');
  expect(ended({ hasAgentHeard: false, voice: 'some' })).toBe(true);
  expect(ended({ hasAgentHeard: false, voice: 'unknown' })).toBe(true);
  expect(ended({ hasAgentHeard: false })).toBe(false);
});

test('a call without an agent is unanswered; a resumed one may have had an agent before', () => {
  const ending = {
    evidence: evidence({}),
    closedBy: 'visitor',
    hasAgentCome: false,
    isResumed: false,
  } as const;
  expect(outcomeOf(ending)).toBe('unanswered');
  expect(outcomeOf({ ...ending, hasAgentCome: true })).toBe('unheard');
  expect(outcomeOf({ ...ending, isResumed: true })).toBeUndefined();
  expect(outcomeOf({ ...ending, isResumed: true, closedBy: 'agent' })).toBe('unheard');
});

test('a refusal by an unreachable or failing server is retryable; status 409 means that the room is gone', () => {
  expect(isRetryable({ kind: 'connection' })).toBe(true);
  expect([500, 503, 409].map((status) => isRetryable({ kind: 'token', status }))).toEqual([
    true,
    true,
    false,
  ]);
  expect([500, 409].map((status) => isRoomGone({ kind: 'token', status }))).toEqual([false, true]);
});

test('an agent that listens right after speaking gives the turn to the visitor, until it hears them', () => {
  const turns = (
    ['listening', 'speaking', 'thinking', 'listening', 'listening', 'hearing', 'listening'] as const
  ).reduce<ReturnType<typeof nextTurn>[]>((all, now) => [...all, nextTurn(all.at(-1) ?? null, now)], []);
  expect(turns).toEqual([
    'listening',
    'speaking',
    'speaking',
    'your_turn',
    'your_turn',
    'hearing',
    'listening',
  ]);
});

test('a visitor is answering while the open field has text, or was used a moment ago', () => {
  const field = { ...closedField, isOpen: true, lastKeyMs: 0 };
  expect([isAnswering(field, 4999), isAnswering(field, 5000)]).toEqual([true, false]);
  expect(isAnswering({ ...field, hasText: true }, 60_000)).toBe(true);
  expect(isAnswering({ ...field, isOpen: false, hasText: true }, 0)).toBe(false);
});

test('the agent gets a message at once when the field opens, and every three seconds while keys are pressed', () => {
  const answerField = { ...closedField, isOpen: true, publishedMs: 0 };
  const isDue = (isOpen: boolean, nowMs: number) => {
    const call = { ...noFacts, answerField };
    return isTypingMessageDue(
      call,
      applyEvent(call, { type: 'answerField', isOpen, text: '' }, nowMs),
      nowMs,
    );
  };
  expect([isDue(true, 2999), isDue(true, 3000), isDue(false, 1)]).toEqual([false, true, true]);
});
