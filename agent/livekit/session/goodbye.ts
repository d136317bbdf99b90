import type { Sentence } from '../../interview/script.ts';
import { hangUpMs } from '../../interview/timing.ts';

/** Wait after the goodbye for the words of a visitor who still speaks. */
const lastWordsMs = 4_000;

export interface GoodbyeOptions {
  isVisitorSpeaking: () => boolean;
  /** Nothing more is to be heard. */
  onEnd: () => void;
}

/** The end of a call after its goodbye. The visitor's words take it back, unless it is final: the time is up. */
export class Goodbye {
  readonly #options: GoodbyeOptions;
  #state: 'none' | 'begun' | 'heard' = 'none';
  #isFinal = false;
  #sentence: Sentence = 'agent_goodbye';
  #timer: NodeJS.Timeout | undefined;

  constructor(options: GoodbyeOptions) {
    this.#options = options;
  }

  get isBegun(): boolean {
    return this.#state !== 'none';
  }

  get isHeard(): boolean {
    return this.#state === 'heard';
  }

  /** Nothing is asked any more. */
  get isSettled(): boolean {
    return this.isHeard || this.#isFinal;
  }

  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** The script's sentence that says it again to a visitor who has missed it. */
  get sentence(): Sentence {
    return this.#sentence;
  }

  begin(sentence: Sentence = 'agent_goodbye', isFinal = this.#isFinal): void {
    if (this.#state === 'none') this.#state = 'begun';
    this.#sentence = sentence;
    this.#isFinal = isFinal;
  }

  /** The goodbye has been heard: the call ends soon, or when the visitor has been heard to the end. */
  played(waitMs = hangUpMs): void {
    this.#state = 'heard';
    if (this.#isFinal || !this.#options.isVisitorSpeaking()) this.#endAfter(waitMs);
  }

  visitorSpeaks(): void {
    if (!this.#isFinal) clearTimeout(this.#timer);
  }

  /** The visitor's last words may still be on their way from the recogniser. */
  visitorIsSilent(): void {
    if (this.isHeard && !this.#isFinal) this.#endAfter(lastWordsMs);
  }

  /** The connection was lost after the goodbye: nobody is waited for. */
  visitorIsLost(): void {
    this.#endAfter(hangUpMs);
  }

  takeBack(): void {
    if (this.#isFinal) return;
    this.#state = 'none';
    clearTimeout(this.#timer);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#options.onEnd, ms);
  }
}
