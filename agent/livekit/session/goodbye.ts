import { hangUpMs } from '../../interview/timing.ts';

/** Wait after the goodbye for the words of a visitor who still speaks. */
const lastWordsMs = 4_000;

export interface GoodbyeOptions {
  isVisitorSpeaking: () => boolean;
  /** Nothing more is to be heard. */
  onEnd: () => void;
}

/** The end of a call after its goodbye. Whatever the visitor adds takes it back, unless it is final: the time is up. */
export class Goodbye {
  readonly #options: GoodbyeOptions;
  #state: 'none' | 'said' | 'final' = 'none';
  #timer: NodeJS.Timeout | undefined;

  constructor(options: GoodbyeOptions) {
    this.#options = options;
  }

  /** Whether it is said, or being said for good. */
  get isSaid(): boolean {
    return this.#state !== 'none';
  }

  get isFinal(): boolean {
    return this.#state === 'final';
  }

  makeFinal(): void {
    this.#state = 'final';
  }

  /** The goodbye has been heard: the call ends soon, or when the visitor has been heard to the end. */
  played(): void {
    if (this.#state === 'none') this.#state = 'said';
    if (this.isFinal || !this.#options.isVisitorSpeaking()) this.#endAfter(hangUpMs);
  }

  visitorSpeaks(): void {
    if (!this.isFinal) clearTimeout(this.#timer);
  }

  /** The visitor's last words may still be on their way from the recogniser. */
  visitorIsSilent(): void {
    if (this.#state === 'said') this.#endAfter(lastWordsMs);
  }

  takeBack(): void {
    if (this.isFinal) return;
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
