import { type AudioRecorder, recordSpeech } from '@/components/ui/audio-recorder';

/** One second of the recording, in order; `endMs` counts from the recording's start. */
export interface RecordedChunk {
  index: number;
  data: Blob;
  endMs: number;
}

/** A recorder of an interrupted phone may never report its end: its chunks count after this time. */
const stopWithinMs = 3000;

/** Records a call so that a killed tab loses no more than a second. */
export class Recorder {
  readonly mime: string;
  readonly #audio: AudioRecorder;
  readonly #chunks: Blob[] = [];
  #startedAtMs = performance.now();
  #endMs = 0;

  /** @throws NotSupportedError where the browser cannot record */
  constructor(stream: MediaStream, onChunk: (chunk: RecordedChunk) => void) {
    this.#audio = recordSpeech(stream, (data) => {
      this.#endMs = performance.now() - this.#startedAtMs;
      this.#chunks.push(data);
      onChunk({ index: this.#chunks.length - 1, data, endMs: this.#endMs });
    });
    this.mime = this.#audio.mime;
    this.#audio.recorder.onstart = () => {
      this.#startedAtMs = performance.now();
    };
    document.addEventListener('visibilitychange', this.#flush);
  }

  /** When the recording began, by the page's clock. */
  get startedAtMs(): number {
    return this.#startedAtMs;
  }

  /** The recording; no chunks when it was stopped at once. */
  async stop(): Promise<{ mime: string; durationMs: number; chunks: Blob[] }> {
    const { recorder, stopped } = this.#audio;
    document.removeEventListener('visibilitychange', this.#flush);
    if (recorder.state !== 'inactive') recorder.stop();
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, stopWithinMs))]);
    return { mime: this.mime || recorder.mimeType, durationMs: this.#endMs, chunks: this.#chunks };
  }

  /** A hidden page may not come back: store what there is of this second. */
  readonly #flush = (): void => {
    const { recorder } = this.#audio;
    if (document.visibilityState === 'hidden' && recorder.state === 'recording') recorder.requestData();
  };
}
