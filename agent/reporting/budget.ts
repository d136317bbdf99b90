/** Limits of the language model in one call. */
export interface CallLimits {
  words: number;
  seconds: number;
}

/** Prices of speech vendors. */
export interface SpeechPrices {
  recognitionUsdPerHour?: number;
  /** The live recogniser's. */
  liveUsdPerHour?: number;
  voiceUsdPerMillionChars?: number;
}

/** US dollars; undefined without a price, and for a vendor on this machine. @param units hours, or millions of characters */
export function speechCost(price: number | undefined, vendor: string, units: number): number | undefined {
  return price === undefined || vendor === 'local' ? undefined : price * units;
}

/** Requests in one call: twice what ten lively minutes take with three speculative requests a turn. */
const maxRequests = 400;

/** Counts the model's words and requests, and the seconds since the call's start. Beyond a limit the script takes over. */
export class CallBudget {
  readonly #limits: CallLimits;
  #words = 0;
  #requests = 0;
  #startedAtMs = Infinity;

  /** @param limits none for a call without a model */
  constructor(limits: CallLimits = { words: 0, seconds: 0 }) {
    this.#limits = limits;
  }

  start(atMs: number): void {
    this.#startedAtMs = atMs;
  }

  /** Counts words of the model that the visitor heard. */
  addWords(text: string): void {
    this.#words += text.split(/\s+/).filter(Boolean).length;
  }

  /** Counts a request to the model, even if its answer is discarded. */
  addRequest(): void {
    this.#requests++;
  }

  isSpent(nowMs = Date.now()): boolean {
    const { words, seconds } = this.#limits;
    const isTimeUp = nowMs - this.#startedAtMs >= seconds * 1000;
    return isTimeUp || this.#requests >= maxRequests || this.#words >= words;
  }
}
