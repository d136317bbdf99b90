import { spoken } from '../../lib/spoken/index.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { plainOf, sentencesOf } from '../../lib/words.ts';
import { SentenceCutter } from '../language/sentence-cutter.ts';
import { timing } from './timing.ts';

const msPerSpokenLetter = 65;
/** After this many replies in a row with the same question, or this many identical replies, the script takes over. */
const maxRepeats = 2;

export interface ReplyCheckOptions {
  /**
   * Returns the words that replace a sentence which claims something without a source; undefined for any other. Only the reply's
   * first such sentence is replaced, the others are dropped.
   */
  replacementFor: (sentence: string) => string | undefined;
  language: (sentence: string) => Language;
  /** The agent's earlier replies, latest last. Empty if the reply may repeat them. */
  previous: readonly string[];
}

/** Checks a model's reply before it is spoken, in the pieces that the voice gets. */
export class ReplyCheck {
  /** The sentences that had an unsupported claim. */
  readonly replaced: string[] = [];
  readonly #options: ReplyCheckOptions;
  readonly #cutter = new SentenceCutter();
  readonly #previous: string;
  /** The clauses of an unfinished sentence that were already passed on. */
  #passedBeginning = '';
  /** Clauses with an unsupported claim, held back until their sentence is complete. */
  #heldClauses = '';
  #letters = 0;
  /** The latest sentence beyond the length limit; it is passed on only if it is a question at the end. */
  #lastSentence: string | undefined;
  /** Sentences held back as long as this reply equals the beginning of the previous one. */
  #repeatedSentences: string[] = [];
  /** This reply so far, in the form for comparison. */
  #plainReply = '';
  #isLooping = false;

  constructor(options: ReplyCheckOptions) {
    this.#options = options;
    const previous = options.previous.at(-1) ?? '';
    // A question may be put again to a visitor who has not answered it.
    this.#previous = previous.includes('?') ? '' : plainOf(previous);
  }

  /** True if the reply or its question repeats an earlier one, so the script takes over. */
  get isRepeated(): boolean {
    return this.#isLooping || (this.#plainReply !== '' && this.#plainReply === this.#previous);
  }

  push(words: string): string[] {
    return this.#cutter.push(words).flatMap((piece) => this.#splitAndCheck(piece));
  }

  /** Checks and returns the unfinished sentence. Call it when the words so far are complete, although more may follow. */
  flush(): string[] {
    const sentences = this.#cutter.flush().flatMap((piece) => this.#splitAndCheck(piece));
    return [...sentences, ...(this.#heldClauses === '' ? [] : this.#passIfSupported(''))];
  }

  /** Returns the rest of the reply. */
  end(): string[] {
    const sentences = this.flush();
    const closingQuestion = this.#lastSentence?.endsWith('?') === true ? [this.#lastSentence] : [];
    return [...sentences, ...(this.isRepeated ? [] : this.#passRepeatedSentences()), ...closingQuestion];
  }

  #splitAndCheck(piece: string): string[] {
    const sentences = sentencesOf(piece);
    return (sentences.length > 0 ? sentences : [piece]).flatMap((each) => this.#passUnlessRepeated(each));
  }

  #passUnlessRepeated(sentence: string): string[] {
    if (this.#isLooping) return [];
    const words = plainOf(sentence);
    const replySoFar = [this.#plainReply, words].filter(Boolean).join(' ');
    if (sentence.endsWith('?') && words !== '' && this.#repeatsQuestion(words, replySoFar)) {
      this.#isLooping = true;
      return [];
    }
    this.#plainReply = replySoFar;
    const mayBeRepetition = this.#previous !== '' && `${this.#previous} `.startsWith(`${this.#plainReply} `);
    if (mayBeRepetition) {
      this.#repeatedSentences.push(sentence);
      return [];
    }
    return [...this.#passRepeatedSentences(), ...this.#passIfSupported(sentence)];
  }

  #repeatsQuestion(question: string, text: string): boolean {
    const previousReplies = this.#options.previous.map(plainOf);
    const latestReplies = previousReplies.slice(-maxRepeats);
    const wasAsked =
      latestReplies.length === maxRepeats && latestReplies.every((each) => each.includes(question));
    return wasAsked || previousReplies.filter((each) => each === text).length >= maxRepeats;
  }

  #passRepeatedSentences(): string[] {
    return this.#repeatedSentences.splice(0).flatMap((each) => this.#passIfSupported(each));
  }

  /** Passes a clause on if its claims are supported. Otherwise waits for its sentence, which may be a harmless question. */
  #passIfSupported(sentence: string): string[] {
    const newWords = [this.#heldClauses, sentence].filter(Boolean).join(' ');
    const wholeSentence = [this.#passedBeginning, newWords].filter(Boolean).join(' ');
    const isClause = sentence !== '' && !/[.!?…]$/u.test(sentence);
    const replacement = this.#options.replacementFor(wholeSentence);
    if (replacement === undefined) {
      this.#heldClauses = '';
      this.#passedBeginning = isClause ? wholeSentence : '';
      return this.#pass(newWords);
    }
    this.#heldClauses = isClause ? newWords : '';
    if (isClause) return [];
    this.#passedBeginning = '';
    this.replaced.push(wholeSentence);
    return this.replaced.length === 1 ? this.#pass(replacement) : [];
  }

  #pass(sentence: string): string[] {
    if (this.#letters * msPerSpokenLetter >= timing.longestReplyMs) {
      this.#lastSentence = sentence;
      return [];
    }
    this.#letters += spoken(sentence, this.#options.language(sentence)).length;
    return [sentence];
  }
}
