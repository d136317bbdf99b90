/** Samples that arrive piece by piece, in one row without copying all of them for each piece. */
export class GrowingSamples {
  #room = new Int16Array(1 << 18);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(samples: Int16Array): void {
    const length = this.#length + samples.length;
    if (length > this.#room.length) {
      const wider = new Int16Array(Math.max(length, this.#room.length * 2));
      wider.set(this.#room.subarray(0, this.#length));
      this.#room = wider;
    }
    this.#room.set(samples, this.#length);
    this.#length = length;
  }

  /** A part of them, as they stand now; what is appended later may move them elsewhere. */
  part(from = 0, to = this.#length): Int16Array<ArrayBuffer> {
    return this.#room.subarray(from, Math.min(to, this.#length));
  }
}
