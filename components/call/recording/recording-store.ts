import type { PreviousCall } from '../chart/events';
import { lockRecording } from './locks';
import {
  type LocalRecording,
  type StoredRecording,
  type StoredVoice,
  forgetRecording,
  readRecording,
  saveChunk,
  saveRecording,
  voiceName,
} from './outbox';
import type { RecordedChunk } from './recorder';

/**
 * Saves one recording on the disk while it is made, in order. A browser that stores nothing (a private window, a full disk)
 * ends the saving, not the call: the chunks are in memory as well.
 */
export class RecordingStore {
  readonly #room: string;
  readonly #release: () => void;
  #stored: StoredRecording;
  readonly #before: number;
  readonly #atMs: number;
  #queue: Promise<void>;
  #failed = false;

  /** @param before the call from before the page was reloaded */
  constructor(
    recording: Omit<StoredRecording, 'startedAtMs' | 'refusals' | 'over' | 'aliveAtMs'>,
    before: Pick<PreviousCall, 'startedAtMs' | 'chunks' | 'release'> | null = null,
  ) {
    const startedAtMs = before?.startedAtMs ?? Date.now();
    this.#room = recording.room;
    this.#before = before?.chunks ?? 0;
    this.#atMs = Date.now() - startedAtMs;
    this.#release = lockRecording(recording.room);
    // The lock passes to the request above, which waits in line for it.
    before?.release();
    this.#stored = { ...recording, startedAtMs, refusals: 0 };
    this.#queue = saveRecording(this.#stored).catch(this.#giveUp);
  }

  /** False for a browser that stores nothing. */
  get isSaving(): boolean {
    return !this.#failed;
  }

  /** Saves the state of the call: when it is over, its recording is still to be sent. */
  update(change: Pick<StoredRecording, 'muted' | 'over' | 'aliveAtMs' | 'apart'>): void {
    this.#stored = { ...this.#stored, ...change };
    this.#queue = this.#queue
      .then(() => (this.#failed ? undefined : saveRecording(this.#stored)))
      .catch(this.#giveUp);
  }

  add({ index, endMs, data }: RecordedChunk): void {
    const chunk = { index: this.#before + index, endMs: this.#atMs + endMs, data };
    const partAtMs = this.#before > 0 && index === 0 ? this.#atMs : undefined;
    this.#queue = this.#queue
      .then(() => (this.#failed ? undefined : saveChunk(this.#room, chunk, partAtMs)))
      .catch(this.#giveUp);
  }

  /** Saves one second of a voice that is recorded by itself. Where that fails, it is lost with the page. */
  addVoice(voice: Omit<StoredVoice, 'chunks'>, chunk: RecordedChunk): void {
    this.#queue = this.#queue
      .then(() => (this.#failed ? undefined : saveChunk(voiceName(this.#room, voice), chunk)))
      .catch(() => undefined);
  }

  /** The whole recording with the part from before the reload; null without one, or if it cannot be read. */
  async whole(): Promise<LocalRecording | null> {
    await this.#queue;
    if (this.#before === 0 || this.#failed) return null;
    return readRecording(this.#room).catch(() => null);
  }

  /** Deletes it: the recording has arrived, or there is none. */
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
    if (!this.#failed) console.warn('The recording is in memory only:', error);
    this.#failed = true;
  };
}
