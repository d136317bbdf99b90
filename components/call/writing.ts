/** Each key that is pressed makes the agent wait anew, but is told no more often than this. */
const toldEveryMs = 3000;
/** An empty field in which nothing was keyed for so long may be open for no more than that. */
const keyedLatelyMs = 5000;

/** Whether the visitor writes an answer, or cannot speak for now: an agent that knows it leaves time for that. */
export class Writing {
  readonly #tell: (writing: boolean) => boolean;
  #open = false;
  #holdsText = false;
  #isHeld = false;
  #keyedAtMs = -Infinity;
  #toldAtMs = -Infinity;

  /** @param tell gives whether the agent could be told */
  constructor(tell: (writing: boolean) => boolean) {
    this.#tell = tell;
  }

  /**
   * The field for typed answers has been opened or written in, or is closed again.
   * @param text what the field holds
   */
  set(open: boolean, text: string): void {
    const nowMs = performance.now();
    const isNews = open !== this.#open || nowMs - this.#toldAtMs >= toldEveryMs;
    this.#open = open;
    this.#holdsText = text.trim() !== '';
    this.#keyedAtMs = nowMs;
    if (isNews) this.#tellNow();
  }

  /** @throws what the sending throws: the text is in the field again then */
  async sends(sending: Promise<void>): Promise<void> {
    this.#holdsText = false;
    try {
      await sending;
    } catch (error) {
      this.#holdsText = this.#open;
      throw error;
    }
  }

  /** An open field alone tells nothing: who typed once may have gone on to speak. */
  get answers(): boolean {
    return this.#open && (this.#holdsText || performance.now() - this.#keyedAtMs < keyedLatelyMs);
  }

  /** A phone call, Siri or another app has taken the microphone, or has given it back. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#tellNow();
  }

  /** The agent has asked; it may have come, or come back, since it was told. */
  asked(): void {
    if (this.answers || this.#isHeld) this.#tellNow();
  }

  #tellNow(): void {
    if (this.#tell(this.#open || this.#isHeld)) this.#toldAtMs = performance.now();
  }
}
