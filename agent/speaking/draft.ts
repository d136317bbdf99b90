import type { Utterance } from '../conversation/wording.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { log } from '../../lib/server/platform/log.ts';
import { Changes } from '../changes.ts';
import { SentenceCutter } from '../language/sentence-cutter.ts';

export interface Voice {
  /** Yields the sound of a sentence; none if no voice can say it. Never throws. */
  speak(sentence: string, signal: AbortSignal): AsyncIterable<Int16Array>;
  languageOf(sentence: string): Language;
  /** True for a text synthesized before: it is not cut and has no silence around it. */
  isMade(text: string): boolean;
}

/** A sentence of an utterance. Its sound is synthesized before anybody reads it. */
export class DraftSentence {
  readonly text: string;
  readonly isLead: boolean;
  readonly isMade: boolean;
  readonly #voice: Voice;
  readonly #signal: AbortSignal;
  readonly #pieces: Int16Array[] = [];
  readonly #changes = new Changes();
  #state: 'waiting' | 'making' | 'whole' = 'waiting';
  #firstSoundMs: number | undefined;

  constructor(text: string, isLead: boolean, voice: Voice, signal: AbortSignal) {
    this.text = text;
    this.isLead = isLead;
    this.isMade = voice.isMade(text);
    this.#voice = voice;
    this.#signal = signal;
  }

  /** The voice's delay, once it has sounded. */
  get firstSoundMs(): number | undefined {
    return this.#firstSoundMs;
  }

  /** Resolves at the first sound, or when it is clear that there is none. */
  async untilBegun(): Promise<void> {
    while (this.#firstSoundMs === undefined && this.#state !== 'whole') await this.#changes.next;
  }

  make(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'making';
    void this.#fill();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Int16Array, void, undefined> {
    this.make();
    while (true) {
      for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) yield piece;
      if (this.#state === 'whole') return;
      await this.#changes.next;
    }
  }

  async #fill(): Promise<void> {
    const askedMs = performance.now();
    for await (const piece of this.#voice.speak(this.text, this.#signal)) {
      this.#firstSoundMs ??= performance.now() - askedMs;
      this.#pieces.push(new Int16Array(piece));
      this.#changes.notify();
    }
    this.#state = 'whole';
    this.#changes.notify();
  }
}

/** An utterance being synthesized, sentence by sentence. */
export class Draft {
  readonly utterance: Utterance;
  readonly #voice: Voice;
  readonly #abort = new AbortController();
  readonly #sentences: DraftSentence[] = [];
  #taken = 0;
  #isWhole = false;
  readonly #changes = new Changes();

  constructor(utterance: Utterance, voice: Voice) {
    this.utterance = utterance;
    this.#voice = voice;
    void this.#cut();
  }

  /** The next sentence; undefined after the last one. */
  async next(): Promise<DraftSentence | undefined> {
    while (true) {
      const sentence = this.#sentences[this.#taken];
      if (sentence !== undefined) {
        this.#taken++;
        this.#makeAhead();
        return sentence;
      }
      if (this.#isWhole) return undefined;
      await this.#changes.next;
    }
  }

  abort(): void {
    this.#abort.abort();
    this.#isWhole = true;
    this.#changes.notify();
  }

  async #cut(): Promise<void> {
    const { lead, rest } = this.utterance;
    const cutter = new SentenceCutter();
    for (const sentence of lead) this.#add(sentence, true);
    try {
      for await (const piece of rest) {
        if (this.#abort.signal.aborted) return;
        const whole = piece.trim();
        if (cutter.isEmpty && this.#voice.isMade(whole)) this.#add(whole);
        else for (const sentence of cutter.push(piece)) this.#add(sentence);
      }
    } catch (cause) {
      log.warn('utterance_interrupted', {}, cause);
    }
    for (const sentence of cutter.rest()) this.#add(sentence);
    this.#isWhole = true;
    this.#changes.notify();
  }

  #add(text: string, isLead = false): void {
    this.#sentences.push(new DraftSentence(text, isLead, this.#voice, this.#abort.signal));
    this.#makeAhead();
    this.#changes.notify();
  }

  /** The next sentence waits for the current one's first sound, which shows which voice speaks. */
  #makeAhead(): void {
    const [current, next] = this.#sentences.slice(Math.max(0, this.#taken - 1));
    current?.make();
    void current?.untilBegun().then(() => {
      if (!this.#abort.signal.aborted) next?.make();
    });
  }
}
