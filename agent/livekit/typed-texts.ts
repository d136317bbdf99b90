/** Characters of one text, as in the page's field. */
const longest = 500;
/** Every text asks the model: nobody writes more than this. */
const mostPerCall = 60;
const mostAtOnce = 4;
const eachMs = 1_000;

/** Texts typed by the visitor, with limits of their own: a token lets any program send more, and faster, than the page does. */
export class TypedTexts {
  #taken = 0;
  #left = mostAtOnce;
  #atMs = 0;

  /** Gives what is to be answered: undefined for too much of it, or for nothing. */
  async read(stream: AsyncIterable<string>, nowMs = Date.now()): Promise<string | undefined> {
    if (!this.#take(nowMs)) return undefined;
    let text = '';
    for await (const piece of stream) {
      text = `${text}${piece}`.trimStart().slice(0, longest);
      if (text.length === longest) break;
    }
    return text.trim() || undefined;
  }

  #take(nowMs: number): boolean {
    this.#left = Math.min(mostAtOnce, this.#left + (nowMs - this.#atMs) / eachMs);
    this.#atMs = nowMs;
    if (this.#left < 1 || this.#taken >= mostPerCall) return false;
    this.#left--;
    this.#taken++;
    return true;
  }
}
