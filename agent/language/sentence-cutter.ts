/** A shorter piece would end before the next one is synthesized. */
const shortestFirst = 8;
const shortest = 24;

/** Cuts a growing text after each sentence; the first piece also after a clause, because the visitor waits for it. */
export class SentenceCutter {
  #text = '';
  #first = true;

  /** True if no text waits for the rest of its sentence. */
  get isEmpty(): boolean {
    return this.#text.trim() === '';
  }

  push(text: string): string[] {
    this.#text += text;
    const pieces: string[] = [];
    for (let piece = this.#next(); piece !== undefined; piece = this.#next()) pieces.push(piece);
    return pieces;
  }

  rest(): string[] {
    const rest = this.#text.trim();
    this.#text = '';
    this.#first = true;
    return rest === '' ? [] : [rest];
  }

  #next(): string | undefined {
    const marks = this.#first ? /[.!?…,;:—](?=\s)/gu : /[.!?…](?=\s)/gu;
    const least = this.#first ? shortestFirst : shortest;
    for (const { index } of this.#text.matchAll(marks)) {
      if (index + 1 < least) continue;
      const piece = this.#text.slice(0, index + 1).trim();
      this.#text = this.#text.slice(index + 1);
      this.#first = false;
      return piece;
    }
    return undefined;
  }
}
