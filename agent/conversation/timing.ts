import { returnWaitMs } from '../../lib/contracts/limits.ts';

/** Every duration of a conversation in milliseconds. docs/decisions/037-turns.md gives the reasons. */
export const timing = {
  /** The agent waits this long for a visitor to join: an unused token would block a place. */
  arrivalMs: 8_000,
  /** The shortest wait after a sound without words. */
  minNoiseWaitMs: 500,

  /** Voice of this length opens speech, and silence of this length closes it. */
  voiceOpensMs: 64,
  voiceClosesMs: 224,
  /** Speech counts as ended if the microphone sends no frames for this long. */
  framesStallMs: 400,
  /** Longer voice is recognised in parts of one turn, because vendors refuse long recordings. */
  longestUtteranceMs: 30_000,
  /** Shorter voice is a cough, not an answer. */
  minAnswerMs: 300,

  /** Silence that ends a turn, from the last voiced moment. */
  endpoint: {
    /** Without a recogniser a wrong guess is cheap; each one raises the limit. */
    blind: 224,
    blindStep: 240,
    blindMargin: 120,
    blindMax: 1_000,
    /** After a complete short answer: a name, yes or no, a telephone number. */
    short: 300,
    /** After a whole sentence or a question. */
    whole: 450,
    /** After other words. */
    open: 600,
    /** Within a phrase, a list or a number. */
    begun: 1_800,
    /** The minimum for a visitor whom the agent has interrupted. */
    patient: 1_100,
  },

  /** Barge-in threshold; "ha", «угу» and "ok" are shorter. */
  interruptMs: 340,
  /** Barge-in threshold for a visitor who may only have paused: before the question, or just after the reply began. */
  continueMs: 130,
  continueWithinMs: 1_500,
  /** Speech that begins this early in a question cannot answer it. */
  questionGraceMs: 500,
  /** The longest backchannel ("mhm"), and the silence that confirms it. */
  backchannelMs: 640,
  backchannelSilenceMs: 96,
  /** A paused sentence resumes this long after a longer voice, unless words arrive. */
  resumeMs: 300,

  /** If the model has no word this long after the visitor's voice, a filler is spoken … */
  fillerAfterMs: 1_100,
  /** … but not earlier than this after the request. */
  fillerMinMs: 400,
  /** A reply ends after the sentence that reaches this length; its closing question is still asked. */
  longestReplyMs: 20_000,
  /** The script waits this long for the extraction of answers. The request itself may take longer. */
  extractionWaitMs: 1_500,
  extractionTimeoutMs: 5_000,

  /** Pause between two sentences of the script. */
  sentencePauseMs: 220,
  /** Wait from the last word of a goodbye to the end of the call. */
  hangUpMs: 600,
  /** The same wait after the visitor's voice, whose words may still arrive. */
  lastWordsMs: 4_000,
  /** The same wait after a pressed key. The page reports keys at most every three seconds. */
  typingMs: 5_000,
} as const;

/** Unanswered waits in a row: ask again, move on, say goodbye. */
export const silencesMax = 3;

/** The waits of a call that a test may shorten. */
export interface Waits {
  /** Wait for an answer; typing takes longer than speaking. */
  answerMs: number;
  typedAnswerMs: number;
  /** Wait after a sound without words. It counts as a silence only after the whole wait for an answer. */
  noiseMs: number;
  /** From a goodbye without end_call to the end of the call, unless the visitor says something. */
  farewellMs: number;
  /** Wait for a visitor whose connection was lost. */
  returnMs: number;
  /** The longest call. */
  limitMs: number;
}

export const defaultWaits: Waits = {
  answerMs: 7_000,
  typedAnswerMs: 45_000,
  noiseMs: 3_000,
  farewellMs: 3_000,
  returnMs: returnWaitMs,
  limitMs: 10 * 60_000,
};
