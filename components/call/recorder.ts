/** A conversation as it was recorded. */
export interface Recording {
  room: string;
  phone: string;
  /** The room's token: with the browser's cookie lost, it still tells whose recording this is. */
  token: string;
  /** The container and codec, as MediaRecorder names them. */
  mime: string;
  /** By the clock; what a WebM file itself tells goes before it. */
  durationMs: number;
  chunks: Blob[];
}

/** One second of the recording, in order; `endMs` counts from the recording's start. */
export interface RecordedChunk {
  index: number;
  data: Blob;
  endMs: number;
}

const chunkMs = 1000;

/** Speech in two channels is clear at this, and 17 minutes stay under 4.5 MB. */
const bitsPerSecond = 32_000;

const mimes = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4;codecs=opus', 'audio/mp4'];

/** Records a stream in chunks of a second, so that a killed tab loses no more than that. */
export class Recorder {
  readonly mime: string;
  readonly #recorder: MediaRecorder;
  readonly #chunks: Blob[] = [];
  readonly #stopped: Promise<void>;
  #startedAtMs = performance.now();
  #endMs = 0;

  /** @throws NotSupportedError where the browser cannot record */
  constructor(stream: MediaStream, onChunk: (chunk: RecordedChunk) => void) {
    this.mime = mimes.find((mime) => MediaRecorder.isTypeSupported(mime)) ?? '';
    this.#recorder = new MediaRecorder(stream, {
      ...(this.mime !== '' && { mimeType: this.mime }),
      audioBitsPerSecond: bitsPerSecond,
    });
    this.#recorder.onstart = () => {
      this.#startedAtMs = performance.now();
    };
    this.#recorder.ondataavailable = ({ data }) => {
      if (data.size === 0) return;
      this.#endMs = performance.now() - this.#startedAtMs;
      this.#chunks.push(data);
      onChunk({ index: this.#chunks.length - 1, data, endMs: this.#endMs });
    };
    this.#stopped = new Promise((resolve) => {
      this.#recorder.onstop = () => resolve();
      this.#recorder.onerror = () => resolve();
    });
    this.#recorder.start(chunkMs);
    document.addEventListener('visibilitychange', this.#flush);
  }

  /** What was recorded, without the call it belongs to; no chunks when it was stopped at once. */
  async stop(): Promise<Pick<Recording, 'mime' | 'durationMs' | 'chunks'>> {
    document.removeEventListener('visibilitychange', this.#flush);
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    await this.#stopped;
    return { mime: this.mime || this.#recorder.mimeType, durationMs: this.#endMs, chunks: this.#chunks };
  }

  /** A page that is put away may not come back: what there is of this second is kept now. */
  readonly #flush = (): void => {
    if (document.visibilityState === 'hidden' && this.#recorder.state === 'recording')
      this.#recorder.requestData();
  };
}
