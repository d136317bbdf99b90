import type { AudioFrame } from '@livekit/rtc-node';
import type { VoiceEvent } from '../conversation/policy-state.ts';
import { timing } from '../conversation/timing.ts';
import { type VoiceChange, VoiceActivity, inference } from './voice-activity.ts';

/** Turns the visitor's speech into words: one `words` event for each finished utterance. */
export interface Recognition {
  /** Takes the microphone's next window and the voice change that it caused. */
  take(samples: Int16Array<ArrayBuffer>, change: VoiceChange | undefined): void;
  close(): void;
}

interface Reader {
  read(): Promise<{ done: boolean; value?: AudioFrame }>;
  cancel(): Promise<void>;
}

/** Turns the visitor's microphone into voice events, and into words if there is a recogniser. */
export class Hearing {
  readonly #onEvent: (event: VoiceEvent) => void;
  readonly #recognition: Recognition | undefined;
  readonly #activity = new VoiceActivity();
  readonly #vad = inference.createVad();
  readonly #watch: NodeJS.Timeout;
  #reader: Reader | undefined;
  #lastFrameAtMs = Date.now();
  /** Since when the next frame is awaited; Infinity while the detector examines one. */
  #waitsSinceMs = Infinity;

  constructor(onEvent: (event: VoiceEvent) => void, recognition?: Recognition) {
    this.#onEvent = onEvent;
    this.#recognition = recognition;
    // setImmediate lets a busy process take the waiting frames first.
    this.#watch = setInterval(() => setImmediate(() => this.#endIfStalled()), timing.framesStallMs / 2);
  }

  /** Listens to these frames, of one window each, instead of the previous ones. Resolves when they have ended. */
  async hear(frames: { getReader(): Reader }): Promise<void> {
    this.#drop();
    this.#reader = frames.getReader();
    await this.#listen(this.#reader);
  }

  close(): void {
    clearInterval(this.#watch);
    this.#drop();
    this.#recognition?.close();
  }

  async #listen(reader: Reader): Promise<void> {
    for (let read = await reader.read(); read.value !== undefined; read = await reader.read()) {
      if (this.#reader !== reader) return;
      this.#lastFrameAtMs = Date.now();
      this.#waitsSinceMs = Infinity;
      await this.#take(reader, read.value, this.#lastFrameAtMs);
      this.#waitsSinceMs = Date.now();
    }
  }

  async #take(reader: Reader, { data }: AudioFrame, atMs: number): Promise<void> {
    if (data.length !== inference.VAD_WINDOW_SAMPLES) return;
    // Copied: rtc-node may write to the frame's memory again.
    const samples = new Int16Array(data);
    const probability = await this.#vad.predict(samples);
    if (this.#reader === reader) this.#emit(samples, this.#activity.push(probability, atMs));
  }

  #endIfStalled(): void {
    if (Date.now() - this.#waitsSinceMs >= timing.framesStallMs) this.#end();
  }

  #end(): void {
    const change = this.#activity.close(this.#lastFrameAtMs);
    if (change !== undefined) this.#emit(new Int16Array(), change);
  }

  #emit(samples: Int16Array<ArrayBuffer>, change: VoiceChange | undefined): void {
    if (change !== undefined) this.#onEvent({ ...change, atMs: Date.now() });
    this.#recognition?.take(samples, change);
  }

  #drop(): void {
    this.#end();
    void this.#reader?.cancel();
    this.#reader = undefined;
  }
}
