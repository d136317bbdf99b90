import type { AudioFrame } from '@livekit/rtc-node';
import type { Samples } from '../../lib/server/audio/pcm.ts';
import type { VoiceChange, VoiceEvent } from '../conversation/events.ts';
import { timing } from '../conversation/timing.ts';
import type { Utterances } from './utterances.ts';
import { VoiceActivity, inference } from './voice-activity.ts';

type Reader = ReadableStreamDefaultReader<AudioFrame>;

/** Turns the visitor's microphone into voice events, and into words if there is a recogniser. */
export class Hearing {
  readonly #onEvent: (event: VoiceEvent) => void;
  readonly #utterances: Utterances | undefined;
  readonly #activity = new VoiceActivity();
  readonly #vad = inference.createVad();
  readonly #stallTimer: NodeJS.Timeout;
  #reader: Reader | undefined;
  #lastFrameAtMs = Date.now();
  /** When the wait for the next frame began. Infinity while a frame is examined, and before the first frame of the call. */
  #waitingSinceMs = Infinity;

  constructor(onEvent: (event: VoiceEvent) => void, utterances?: Utterances) {
    this.#onEvent = onEvent;
    this.#utterances = utterances;
    // setImmediate lets a busy process read the queued frames first.
    this.#stallTimer = setInterval(() => setImmediate(() => this.#endIfStalled()), timing.framesStallMs / 2);
  }

  /**
   * Reads these frames instead of the previous ones, and ignores frames that are not one window long. Resolves when they end, are
   * replaced, or `close()` is called.
   */
  async hear(frames: ReadableStream<AudioFrame>): Promise<void> {
    this.#stopReading();
    const reader = frames.getReader();
    this.#reader = reader;
    for (let result = await reader.read(); result.value !== undefined; result = await reader.read()) {
      if (this.#reader !== reader) return;
      this.#lastFrameAtMs = Date.now();
      this.#waitingSinceMs = Infinity;
      await this.#examine(reader, result.value, this.#lastFrameAtMs);
      this.#waitingSinceMs = Date.now();
    }
  }

  close(): void {
    clearInterval(this.#stallTimer);
    this.#stopReading();
    this.#utterances?.close();
  }

  async #examine(reader: Reader, { data }: AudioFrame, atMs: number): Promise<void> {
    if (data.length !== inference.VAD_WINDOW_SAMPLES) return;
    // Samples have an ArrayBuffer, which the type of a frame does not promise.
    const samples = new Int16Array(data);
    const probability = await this.#vad.predict(samples);
    if (this.#reader === reader) this.#dispatch(samples, this.#activity.push(probability, atMs));
  }

  #endIfStalled(): void {
    if (Date.now() - this.#waitingSinceMs >= timing.framesStallMs) this.#endSpeech();
  }

  #endSpeech(): void {
    const change = this.#activity.close(this.#lastFrameAtMs);
    if (change !== undefined) this.#dispatch(new Int16Array(), change);
  }

  #dispatch(samples: Samples, change: VoiceChange | undefined): void {
    if (change !== undefined) this.#onEvent({ ...change, atMs: Date.now() });
    this.#utterances?.take(samples, change);
  }

  #stopReading(): void {
    this.#endSpeech();
    void this.#reader?.cancel();
    this.#reader = undefined;
  }
}
