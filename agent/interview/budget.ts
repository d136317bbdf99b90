/** What the language model may take of one call. */
export interface CallLimits {
  words: number;
  seconds: number;
}

/** Counts what the model takes of a call; beyond its limits the script goes on. */
export class CallBudget {
  readonly #limits: CallLimits;
  #words = 0;
  #startedMs = Infinity;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /** The visitor is there. */
  start(atMs: number): void {
    this.#startedMs = atMs;
  }

  /** The model's words, as far as they were heard. */
  spoke(text: string): void {
    this.#words += text.split(/\s+/).filter(Boolean).length;
  }

  isSpent(nowMs = Date.now()): boolean {
    const { words, seconds } = this.#limits;
    return this.#words >= words || nowMs - this.#startedMs >= seconds * 1000;
  }
}
