import type { ModelEndReason } from '../../lib/server/plan/tools.ts';

/** The policy decides when to speak and sends a cue; a wording decides what to say. */
export type Cue =
  /** The notice of AI and recording: fixed words, never interrupted. */
  | { type: 'notice' }
  /** The owner's greeting and the first question. */
  | { type: 'open' }
  | ReplyCue
  /** The visitor is silent: the agent asks the same question in other words, and later the next topic. */
  | { type: 'ask_again' }
  | { type: 'move_on' }
  | { type: 'welcome_back' }
  | { type: 'goodbye'; why: 'finished' | 'silent' | 'time' };

/** An answer to the visitor's turn. */
export interface ReplyCue {
  type: 'reply';
  /** Absent if no recogniser is set up, or none understood the words (`isUnrecognized`). */
  text?: string;
  isUnrecognized: boolean;
  /** True if the visitor continues the previous answer, over the agent's reply to it. */
  continues: boolean;
  /** The end of the visitor's voice; absent for a typed turn. */
  spokenUntilMs?: number;
}

/** The meaning of an utterance for the policy. It is complete once `rest` has been read to its end. */
export interface Meaning {
  by: 'script' | 'model';
  /** The topic of its question, if known. */
  asks?: string;
  /** A word or two is expected, so a short silence ends the turn. */
  expectsShort?: boolean;
  /** True if it says goodbye and asks nothing. */
  isFarewell?: boolean;
  /** Why the call ends after it. */
  ends?: ModelEndReason;
}

export interface Utterance {
  /** Sentences before the question. A visitor who interrupts them still answers the previous question. */
  lead: readonly string[];
  /** The question and everything after `lead`, piece by piece. */
  rest: Iterable<string> | AsyncIterable<string>;
  meaning: Readonly<Meaning>;
  /**
   * Called once, when the utterance has ended.
   * @param text the part that was heard, perhaps none
   * @param isQuestionHeard whether the visitor heard enough of the question to answer it
   */
  heard(text: string, isQuestionHeard: boolean): void;
}

export interface Wording {
  /** Never throws. */
  say(cue: Cue): Utterance;
  /** Speculation: a later `say` of an equal cue returns the prepared utterance. */
  prepare?(cue: ReplyCue): Utterance | undefined;
  /** The topic of the last question, if no recogniser hears the answer: it links the recording's words to their question. */
  readonly topic?: string;
  /** Drops a prepared reply; resolves once other work is done and its cost reported. */
  close?(): Promise<void>;
}
