import { createRequire } from 'node:module';
import type * as Inference from '@livekit/local-inference';
import { AudioStream, type RemoteTrack } from '@livekit/rtc-node';
import { VoiceActivity, type SpeechChange } from './voice-activity.ts';

/** A CommonJS module whose names an import statement can't see. */
const inference: typeof Inference = createRequire(import.meta.url)('@livekit/local-inference');

const sampleRateHz = 16_000;
const windowMs = (inference.VAD_WINDOW_SAMPLES / sampleRateHz) * 1000;
/** A muted or lost microphone may stop sending at all: speech without sound for this long is over. */
const stalledAfterMs = 400;

/** Listens to one microphone and tells when speech begins and ends. */
export class Ears {
  readonly #onChange: (change: SpeechChange) => void;
  readonly #activity = new VoiceActivity(windowMs);
  readonly #vad = inference.createVad();
  readonly #stream: ReturnType<typeof openStream>;
  readonly #watch: NodeJS.Timeout;
  #lastSoundAtMs = Date.now();
  #closed = false;

  constructor(track: RemoteTrack, onChange: (change: SpeechChange) => void) {
    this.#onChange = onChange;
    this.#stream = openStream(track);
    this.#watch = setInterval(() => this.#endIfStalled(), stalledAfterMs / 2);
  }

  /** Listens until the microphone is gone or `close` is called. */
  async listen(): Promise<void> {
    const reader = this.#stream.getReader();
    try {
      while (!this.#closed) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#lastSoundAtMs = Date.now();
        await this.#hear(value.data, this.#lastSoundAtMs);
      }
    } finally {
      this.close();
      await reader.cancel();
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#tell(this.#activity.close(this.#lastSoundAtMs));
    this.#closed = true;
    clearInterval(this.#watch);
  }

  async #hear(samples: Int16Array, atMs: number): Promise<void> {
    if (samples.length !== inference.VAD_WINDOW_SAMPLES) return;
    const probability = await this.#vad.predict(samples);
    this.#tell(this.#activity.push(probability, atMs));
  }

  #endIfStalled(): void {
    if (Date.now() - this.#lastSoundAtMs >= stalledAfterMs)
      this.#tell(this.#activity.close(this.#lastSoundAtMs));
  }

  #tell(change: SpeechChange | undefined): void {
    if (change !== undefined && !this.#closed) this.#onChange(change);
  }
}

function openStream(track: RemoteTrack): AudioStream {
  return new AudioStream(track, { sampleRate: sampleRateHz, numChannels: 1, frameSizeMs: windowMs });
}
