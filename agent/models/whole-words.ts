/** Delays the last word of a reply until it is whole: another vendor continues a reply that breaks off at a word's beginning. */
export class WholeWords {
  /** The words that were passed on; they end between two words. */
  said = '';
  #held = '';

  /** @param isFirst false for a vendor that continues another one's words */
  pass(words: string, isFirst: boolean): string {
    if (isFirst) this.#held = '';
    this.#held += isFirst && this.said !== '' ? words.trimStart() : words;
    const whole = /^.*\s/su.exec(this.#held)?.[0] ?? '';
    this.#held = this.#held.slice(whole.length);
    this.said += whole;
    return whole;
  }

  release(): string {
    const held = this.#held;
    this.#held = '';
    this.said += held;
    return held;
  }
}
