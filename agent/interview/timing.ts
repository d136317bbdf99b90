import { returnWaitMs } from '../../lib/contracts/limits.ts';

/**
 * When the agent speaks and when it listens, in milliseconds. docs/decisions/019-interview.md tells how each was chosen
 * and what was measured with it.
 */

/** Speech that lasts this long is speech; shorter clicks don't open a turn. */
export const speechOpensAfterMs = 64;
/** VAD hangover: silence after which speech has ended. No answer can come faster than this. */
export const speechClosesAfterMs = 192;
/** Silence that ends an answer, counted from the last voiced moment. */
export const endpointMs = 224;
/** Added to it each time the visitor turns out to have only paused. */
export const endpointStepMs = 240;
/** Added to a pause that was mistaken for the end: the next one may be a little longer. */
export const pauseMarginMs = 120;
export const endpointMaxMs = 1_000;
/** Voiced time below this is a cough or a click, not an answer. */
export const minAnswerMs = 300;

/** Barge-in threshold: voiced time over the agent's question that makes it stop and listen. "ha", «угу» and "ok" are shorter. */
export const interruptMs = 340;
/** Barge-in threshold after a false endpoint: while the agent only acknowledges an answer. */
export const resumeMs = 130;
/** Speech that begins this early in a question can't answer it. */
export const questionGraceMs = 500;

/** How long a question waits for an answer before it is put again, and again before the agent moves on. */
export const answerWaitMs = 7_000;
/** The same for a visitor without a microphone: to write takes longer than to speak. */
export const typedAnswerWaitMs = 45_000;
/** Unanswered waits in a row: the agent asks again, goes on, says goodbye. */
export const silencesMax = 3;

/** Between the sentences of one line. */
export const partPauseMs = 220;
/** From the last word to closing the room: what is on its way still has to be heard. */
export const hangUpMs = 600;

/** How long the agent waits in the room for a visitor who has not come yet: a token that nobody uses holds a line so long. */
export const arrivalWaitMs = 8_000;
export const callLimitMs = 10 * 60_000;

/** The waits of a call that a test may shorten. */
export const defaultWaits = {
  answerMs: answerWaitMs,
  typedAnswerMs: typedAnswerWaitMs,
  /** A sound without words: the question is put again after this. */
  noiseMs: 3_000,
  /** A goodbye without `end_call` ends the call after this, unless the visitor says something. */
  farewellMs: 3_000,
  returnMs: returnWaitMs,
  limitMs: callLimitMs,
};
export type Waits = typeof defaultWaits;
