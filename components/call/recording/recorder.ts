import { type AudioRecorder, recordSpeech } from '@/components/ui/audio-recorder';

/** About a second of the recording; `endMs` counts from the recorder's start. */
export interface RecordedChunk {
  data: Blob;
  endMs: number;
}

/** An interrupted phone's recorder may never report its end. After this time the recording counts as complete. */
const stopWithinMs = 3000;

/** Records one part of a call in chunks of a second, so that a killed tab loses no more. */
export class Recorder {
  readonly #audio: AudioRecorder;
  #startedAtMs = performance.now();
  #isStopped = false;

  /** @throws NotSupportedError if the browser cannot record */
  constructor(stream: MediaStream, onChunk: (chunk: RecordedChunk) => void) {
    this.#audio = recordSpeech(stream, (data) => {
      if (!this.#isStopped) onChunk({ data, endMs: performance.now() - this.#startedAtMs });
    });
    this.#audio.recorder.onstart = () => {
      this.#startedAtMs = performance.now();
    };
    document.addEventListener('visibilitychange', this.#flush);
  }

  get mime(): string {
    return this.#audio.mime || this.#audio.recorder.mimeType;
  }

  /** Resolves after the last chunk. */
  async stop(): Promise<void> {
    const { recorder, stopped } = this.#audio;
    document.removeEventListener('visibilitychange', this.#flush);
    if (recorder.state !== 'inactive') recorder.stop();
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, stopWithinMs))]);
    this.#isStopped = true;
  }

  /** A hidden page may not return, so this emits the unfinished chunk at once. */
  readonly #flush = (): void => {
    const { recorder } = this.#audio;
    if (document.visibilityState === 'hidden' && recorder.state === 'recording') recorder.requestData();
  };
}
