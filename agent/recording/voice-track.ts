/** Sound that lags or leads by more than this is realigned with the clock. */
const maxLagMs = 1_000;
const maxLeadMs = 100;

/** One voice on the clock of a call: the sound that was not taken yet. Times are samples since the call's start. */
export class VoiceTrack {
  readonly #samplesPerMs: number;
  #sound = new Int16Array();
  /** Everything before this was taken. */
  #from = 0;
  #end = 0;

  constructor(rateHz: number) {
    this.#samplesPerMs = rateHz / 1000;
  }

  /** Adds sound that was captured up to now. It follows the previous sound, because frames arrive in bursts. */
  capture(samples: Int16Array, now: number): void {
    const begin = now - samples.length;
    const lag = (begin - this.#end) / this.#samplesPerMs;
    this.#put(samples, lag > maxLagMs || -lag > maxLeadMs ? begin : this.#end);
  }

  /** Adds sound that is played from now on, or after the queued sound. */
  play(samples: Int16Array, now: number): void {
    this.#put(samples, Math.max(now, this.#end));
  }

  /** Removes the queued sound that was to be played after now. */
  stop(now: number): void {
    this.#sound.fill(0, Math.max(0, now - this.#from));
    this.#end = Math.min(this.#end, now);
  }

  /** Removes and returns the sound up to this time; gaps are silent. */
  take(until: number): Int16Array<ArrayBuffer> {
    const taken = new Int16Array(until - this.#from);
    taken.set(this.#sound.subarray(0, taken.length));
    this.#sound = this.#sound.slice(taken.length);
    this.#from = until;
    return taken;
  }

  #put(samples: Int16Array, begin: number): void {
    const at = Math.max(begin, this.#from) - this.#from;
    const end = at + samples.length;
    if (end > this.#sound.length) {
      const longer = new Int16Array(end);
      longer.set(this.#sound);
      this.#sound = longer;
    }
    this.#sound.set(samples, at);
    this.#end = this.#from + end;
  }
}
