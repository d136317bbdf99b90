/** Characters of one text, as in the page's field. */
const longest = 500;
/** More than anybody writes in ten minutes; the model's budget of a call ends earlier. */
const mostPerCall = 200;
const mostAtOnce = 4;
const eachMs = 1_000;
/** Texts that come faster wait their turn, up to this many. */
const mostWaiting = 8;

/** Texts typed by the visitor, with limits of their own: a token lets any program send more, and faster, than the page does. */
export class TypedTexts {
  #taken = 0;
  #left = mostAtOnce;
  #atMs = 0;

  /** Gives the text once the rate limit lets it pass; undefined for an empty text, or one beyond the limit. */
  async read(stream: AsyncIterable<string>): Promise<string | undefined> {
    const waitMs = this.#take(Date.now());
    if (waitMs === undefined) return undefined;
    let text = '';
    for await (const piece of stream) {
      text = `${text}${piece}`.trimStart().slice(0, longest);
      if (text.length === longest) break;
    }
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return text.trim() || undefined;
  }

  /** How long a text has to wait; undefined where it is one too many. */
  #take(nowMs: number): number | undefined {
    this.#left = Math.min(mostAtOnce, this.#left + (nowMs - this.#atMs) / eachMs);
    this.#atMs = nowMs;
    if (this.#left < 1 - mostWaiting || this.#taken >= mostPerCall) return undefined;
    this.#left--;
    this.#taken++;
    return Math.max(0, -this.#left * eachMs);
  }
}
