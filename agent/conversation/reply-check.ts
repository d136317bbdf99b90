import { spoken } from '../../lib/spoken/index.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { plainOf, sentencesOf } from '../../lib/words.ts';
import { SentenceCutter } from '../language/sentence-cutter.ts';
import { timing } from './timing.ts';

const msPerSpokenLetter = 65;
/** After this many replies in a row with the same question, or this many of the same words, the script takes over. */
const maxAsked = 2;

export interface ReplyCheckOptions {
  /**
   * Returns the words that replace a sentence which claims something without a source; undefined for any other. Only the reply's
   * first such sentence is replaced, the others are dropped.
   */
  replacementFor: (sentence: string) => string | undefined;
  language: (sentence: string) => Language;
  /** The agent's earlier replies, latest last, if none may be repeated. */
  previous: readonly string[];
}

/** Checks a model's reply before it is spoken, in the pieces that the voice gets. */
export class ReplyCheck {
  readonly #options: ReplyCheckOptions;
  readonly #cutter = new SentenceCutter();
  readonly #previous: string;
  /** The beginning of a sentence, already passed on. */
  #begun = '';
  #waiting = '';
  #letters = 0;
  /** The last sentence of a reply that is too long. */
  #closing: string | undefined;
  /** Sentences that this reply's beginning shares with the previous reply. */
  #alike: string[] = [];
  #text = '';
  readonly #replaced: string[] = [];
  #isStopped = false;

  constructor(options: ReplyCheckOptions) {
    this.#options = options;
    const previous = options.previous.at(-1) ?? '';
    // A question may be put again to a visitor who has not answered it.
    this.#previous = previous.includes('?') ? '' : plainOf(previous);
  }

  /** The sentences with an unsupported claim. */
  get replaced(): readonly string[] {
    return this.#replaced;
  }

  /** The reply or its question repeats an earlier one, so the script takes over. */
  get isRepeated(): boolean {
    return this.#isStopped || (this.#previous !== '' && this.#text !== '' && this.#text === this.#previous);
  }

  push(words: string): string[] {
    return this.#cutter.push(words).flatMap((piece) => this.#sentences(piece));
  }

  /** Releases the words so far, which are complete. */
  pause(): string[] {
    const rest = this.#cutter.rest().flatMap((piece) => this.#sentences(piece));
    return [...rest, ...(this.#waiting === '' ? [] : this.#check(''))];
  }

  /** Returns the rest of the reply. */
  end(): string[] {
    const rest = this.pause();
    const closing = this.#closing?.endsWith('?') === true ? [this.#closing] : [];
    return [...rest, ...(this.isRepeated ? [] : this.#release()), ...closing];
  }

  #sentences(piece: string): string[] {
    const sentences = sentencesOf(piece);
    return (sentences.length > 0 ? sentences : [piece]).flatMap((each) => this.#unlessRepeated(each));
  }

  #unlessRepeated(sentence: string): string[] {
    if (this.#isStopped) return [];
    const words = plainOf(sentence);
    const text = [this.#text, words].filter(Boolean).join(' ');
    if (sentence.endsWith('?') && words !== '' && this.#isLoop(words, text)) {
      this.#isStopped = true;
      return [];
    }
    this.#text = text;
    const isAlike = this.#previous !== '' && `${this.#previous} `.startsWith(`${this.#text} `);
    if (isAlike) {
      this.#alike.push(sentence);
      return [];
    }
    return [...this.#release(), ...this.#check(sentence)];
  }

  #isLoop(question: string, text: string): boolean {
    const said = this.#options.previous.map(plainOf);
    const last = said.slice(-maxAsked);
    const isAsked = last.length === maxAsked && last.every((each) => each.includes(question));
    return isAsked || said.filter((each) => each === text).length >= maxAsked;
  }

  #release(): string[] {
    return this.#alike.splice(0).flatMap((each) => this.#check(each));
  }

  /** Passes a clause on if it is clean; otherwise waits for its sentence, which may be a harmless question. */
  #check(sentence: string): string[] {
    const own = [this.#waiting, sentence].filter(Boolean).join(' ');
    const whole = [this.#begun, own].filter(Boolean).join(' ');
    const isClause = sentence !== '' && !/[.!?…]$/u.test(sentence);
    const replacement = this.#options.replacementFor(whole);
    if (replacement === undefined) {
      this.#waiting = '';
      this.#begun = isClause ? whole : '';
      return this.#pass(own);
    }
    this.#waiting = isClause ? own : '';
    if (isClause) return [];
    this.#begun = '';
    this.#replaced.push(whole);
    return this.#replaced.length === 1 ? this.#pass(replacement) : [];
  }

  #pass(sentence: string): string[] {
    if (this.#letters * msPerSpokenLetter >= timing.longestReplyMs) {
      this.#closing = sentence;
      return [];
    }
    this.#letters += spoken(sentence, this.#options.language(sentence)).length;
    return [sentence];
  }
}
