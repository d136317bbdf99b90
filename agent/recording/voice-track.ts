/** Sound that lags or leads by more than this is realigned with the clock. */
const maxLagMs = 1_000;
const maxLeadMs = 100;

/** One voice of a call: the sound that has not been taken yet. The methods count ms since the copy began, the fields samples. */
export class VoiceTrack {
  readonly #samplesPerMs: number;
  /** Silent after `#end`. */
  #sound = new Int16Array();
  /** The time up to which the sound was taken; `#sound` begins here. */
  #takenUntil = 0;
  #end = 0;

  constructor(rateHz: number) {
    this.#samplesPerMs = rateHz / 1000;
  }

  /** Adds sound that was captured up to now. It follows the previous sound, because frames arrive in bursts. */
  capture(samples: Int16Array, nowMs: number): void {
    const begin = this.#at(nowMs) - samples.length;
    const lag = (begin - this.#end) / this.#samplesPerMs;
    this.#put(samples, lag > maxLagMs || -lag > maxLeadMs ? begin : this.#end);
  }

  /** Adds sound that is played from now on, or after the queued sound. */
  play(samples: Int16Array, nowMs: number): void {
    this.#put(samples, Math.max(this.#at(nowMs), this.#end));
  }

  /** Removes the queued sound that was to be played after now. */
  stop(nowMs: number): void {
    const now = this.#at(nowMs);
    this.#sound.fill(0, Math.max(0, now - this.#takenUntil));
    this.#end = Math.min(this.#end, now);
  }

  /** Removes and returns the sound up to this time; gaps are silent. */
  take(untilMs: number): Int16Array<ArrayBuffer> {
    const until = this.#at(untilMs);
    const takenSound = new Int16Array(until - this.#takenUntil);
    takenSound.set(this.#sound.subarray(0, takenSound.length));
    this.#sound.copyWithin(0, takenSound.length);
    this.#sound.fill(0, Math.max(0, this.#sound.length - takenSound.length));
    this.#takenUntil = until;
    return takenSound;
  }

  #at(ms: number): number {
    return Math.round(ms * this.#samplesPerMs);
  }

  #put(samples: Int16Array, begin: number): void {
    const offset = Math.max(begin, this.#takenUntil) - this.#takenUntil;
    const end = offset + samples.length;
    if (end > this.#sound.length) {
      // Twice as long as needed, because each growth copies the sound.
      const longerSound = new Int16Array(2 * end);
      longerSound.set(this.#sound);
      this.#sound = longerSound;
    }
    this.#sound.set(samples, offset);
    this.#end = this.#takenUntil + end;
  }
}
