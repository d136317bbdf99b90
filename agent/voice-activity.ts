import { speechClosesAfterMs, speechOpensAfterMs } from './timing.ts';

/** A window is voiced above the first probability; while speech goes on, above the second. */
const opensAt = 0.5;
const staysAt = 0.35;

export type SpeechChange =
  { type: 'started'; fromMs: number } | { type: 'ended'; fromMs: number; toMs: number };

/** Turns the probability of a voice, window by window, into beginnings and ends of speech. */
export class VoiceActivity {
  readonly #windowMs: number;
  #voicedMs = 0;
  #silentMs = 0;
  #fromMs: number | undefined;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  get speaking(): boolean {
    return this.#fromMs !== undefined;
  }

  /** Takes the next window, which ended at `atMs`. */
  push(probability: number, atMs: number): SpeechChange | undefined {
    if (probability >= (this.speaking ? staysAt : opensAt)) {
      this.#voicedMs += this.#windowMs;
      this.#silentMs = 0;
      return this.#open(atMs);
    }
    this.#voicedMs = 0;
    this.#silentMs += this.#windowMs;
    return this.#silentMs >= speechClosesAfterMs ? this.close(atMs - this.#silentMs) : undefined;
  }

  /** Ends what is being said: its sound stopped coming after `toMs`. */
  close(toMs: number): SpeechChange | undefined {
    if (this.#fromMs === undefined) return undefined;
    const fromMs = this.#fromMs;
    this.#fromMs = undefined;
    this.#voicedMs = 0;
    return { type: 'ended', fromMs, toMs: Math.max(fromMs, toMs) };
  }

  #open(atMs: number): SpeechChange | undefined {
    if (this.#fromMs !== undefined || this.#voicedMs < speechOpensAfterMs) return undefined;
    this.#fromMs = atMs - this.#voicedMs;
    return { type: 'started', fromMs: this.#fromMs };
  }
}
