import { holdRecording } from './recording-lock';
import type { RecordedChunk, Recording } from './recorder';
import { forgetRecording, keepChunk, keepRecording } from './recording-store';

/**
 * Keeps one recording on the disk while it is made, in order. A browser that keeps nothing (a private window, a full
 * disk) ends the keeping, not the call: the chunks are in memory as well.
 */
export class RecordingKeeper {
  readonly #room: string;
  readonly #release: () => void;
  #queue: Promise<void>;
  #failed = false;

  constructor(recording: Pick<Recording, 'room' | 'phone' | 'token' | 'mime'>) {
    this.#room = recording.room;
    this.#release = holdRecording(recording.room);
    this.#queue = keepRecording({ ...recording, startedAtMs: Date.now(), refusals: 0 }).catch(this.#giveUp);
  }

  add(chunk: RecordedChunk): void {
    this.#queue = this.#queue
      .then(() => (this.#failed ? undefined : keepChunk(this.#room, chunk)))
      .catch(this.#giveUp);
  }

  /** The recording has arrived, or there is none: nothing is kept of it. */
  async forget(): Promise<void> {
    await this.#queue;
    await forgetRecording(this.#room).catch(this.#giveUp);
    this.#release();
  }

  /** Leaves the recording for the next visit. */
  async leave(): Promise<void> {
    await this.#queue;
    this.#release();
  }

  readonly #giveUp = (error: unknown): void => {
    if (!this.#failed) console.warn('The recording is kept in memory only:', error);
    this.#failed = true;
  };
}
