import { createRequire } from 'node:module';
import type * as Inference from '@livekit/local-inference';
import type { AudioFrame, AudioStream } from '@livekit/rtc-node';
import { speechClosesAfterMs, speechOpensAfterMs } from '../../interview/timing.ts';

/** A window is voiced above the first probability; while speech goes on, above the second. */
export const vadOpensAt = 0.5;
export const vadStaysAt = 0.35;

export type SpeechChange =
  | { type: 'started'; fromMs: number }
  /** Speech goes on; `voicedMs` is how much of it was voiced so far. */
  | { type: 'voiced'; fromMs: number; voicedMs: number }
  | { type: 'ended'; fromMs: number; toMs: number };

/** Turns the probability of a voice, window by window, into beginnings and ends of speech. */
export class VoiceActivity {
  readonly #windowMs: number;
  #voicedMs = 0;
  #runMs = 0;
  #silentMs = 0;
  #fromMs: number | undefined;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  get speaking(): boolean {
    return this.#fromMs !== undefined;
  }

  /** Takes the next window, which ended at `atMs`. */
  push(probability: number, atMs: number): SpeechChange | undefined {
    if (probability >= (this.speaking ? vadStaysAt : vadOpensAt)) {
      this.#voicedMs += this.#windowMs;
      this.#runMs += this.#windowMs;
      this.#silentMs = 0;
      return this.#open(atMs);
    }
    this.#runMs = 0;
    if (!this.speaking) this.#voicedMs = 0;
    this.#silentMs += this.#windowMs;
    return this.#silentMs >= speechClosesAfterMs ? this.close(atMs - this.#silentMs) : undefined;
  }

  /** Ends what is being said: its sound stopped coming after `toMs`. */
  close(toMs: number): SpeechChange | undefined {
    if (this.#fromMs === undefined) return undefined;
    const fromMs = this.#fromMs;
    this.#fromMs = undefined;
    this.#voicedMs = 0;
    this.#runMs = 0;
    return { type: 'ended', fromMs, toMs: Math.max(fromMs, toMs) };
  }

  #open(atMs: number): SpeechChange | undefined {
    if (this.#fromMs !== undefined) return { type: 'voiced', fromMs: this.#fromMs, voicedMs: this.#voicedMs };
    if (this.#runMs < speechOpensAfterMs) return undefined;
    this.#voicedMs = this.#runMs;
    this.#fromMs = atMs - this.#runMs;
    return { type: 'started', fromMs: this.#fromMs };
  }
}

/** A CommonJS module whose names an import statement can't see. */
export const inference: typeof Inference = createRequire(import.meta.url)('@livekit/local-inference');

export const vadRateHz = 16_000;
export const windowMs = (inference.VAD_WINDOW_SAMPLES / vadRateHz) * 1000;
/** A muted or lost microphone may stop sending frames: speech without frames for this long is over. */
const stalledAfterMs = 400;

/** Listens to a microphone, in frames of one window, until it is gone or `close` is called. */
export class VadStream {
  readonly #onChange: (change: SpeechChange) => void;
  readonly #activity = new VoiceActivity(windowMs);
  readonly #vad = inference.createVad();
  readonly #reader: ReadableStreamDefaultReader<AudioFrame>;
  readonly #watch: NodeJS.Timeout;
  #lastSoundAtMs = Date.now();
  #closed = false;

  constructor(frames: AudioStream, onChange: (change: SpeechChange) => void) {
    this.#onChange = onChange;
    this.#reader = frames.getReader();
    this.#watch = setInterval(() => this.#endIfStalled(), stalledAfterMs / 2);
    void this.#listen().finally(() => this.close());
  }

  close(): void {
    if (this.#closed) return;
    this.#emit(this.#activity.close(this.#lastSoundAtMs));
    this.#closed = true;
    clearInterval(this.#watch);
    void this.#reader.cancel();
  }

  async #listen(): Promise<void> {
    for (let read = await this.#reader.read(); !read.done; read = await this.#reader.read()) {
      this.#lastSoundAtMs = Date.now();
      await this.#hear(read.value.data, this.#lastSoundAtMs);
    }
  }

  async #hear(samples: Int16Array, atMs: number): Promise<void> {
    if (samples.length !== inference.VAD_WINDOW_SAMPLES) return;
    const probability = await this.#vad.predict(samples);
    this.#emit(this.#activity.push(probability, atMs));
  }

  #endIfStalled(): void {
    if (Date.now() - this.#lastSoundAtMs >= stalledAfterMs)
      this.#emit(this.#activity.close(this.#lastSoundAtMs));
  }

  #emit(change: SpeechChange | undefined): void {
    if (change !== undefined && !this.#closed) this.#onChange(change);
  }
}
