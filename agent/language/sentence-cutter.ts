/** The shortest pieces, in characters: the sound of a shorter one would end before the next one is synthesized. */
const minFirstChars = 8;
const minChars = 24;

/** Cuts a growing text at the ends of sentences. The first piece may also end after a clause, because the visitor waits for it. */
export class SentenceCutter {
  #text = '';
  #isFirstPiece = true;

  /** True if no text waits for the rest of its sentence. */
  get isEmpty(): boolean {
    return this.#text.trim() === '';
  }

  push(text: string): string[] {
    this.#text += text;
    const pieces: string[] = [];
    for (let piece = this.#nextPiece(); piece !== undefined; piece = this.#nextPiece()) pieces.push(piece);
    return pieces;
  }

  /** Returns and forgets the text that has not been cut yet. */
  flush(): string[] {
    const remainingText = this.#text.trim();
    this.#text = '';
    this.#isFirstPiece = true;
    return remainingText === '' ? [] : [remainingText];
  }

  #nextPiece(): string | undefined {
    const marks = this.#isFirstPiece ? /[.!?…,;:—](?=\s)/gu : /[.!?…](?=\s)/gu;
    const minLength = this.#isFirstPiece ? minFirstChars : minChars;
    for (const { index } of this.#text.matchAll(marks)) {
      if (index + 1 < minLength) continue;
      const piece = this.#text.slice(0, index + 1).trim();
      this.#text = this.#text.slice(index + 1);
      this.#isFirstPiece = false;
      return piece;
    }
    return undefined;
  }
}
