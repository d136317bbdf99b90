import type { PreviousCall } from '../chart/events';
import { acquireLock, recordingLock } from '../locks';
import {
  type LocalRecording,
  type UnsentRecording,
  deleteRecording,
  readRecording,
  saveChunk,
  saveRecording,
} from './outbox';
import type { RecordedChunk } from './recorder';

/** Saves one recording on the disk in order, chunk by chunk. If the browser stores nothing, the chunks remain in memory. */
export class RecordingStore {
  readonly #lock: ReturnType<typeof acquireLock>;
  readonly #chunksBefore: number;
  readonly #inMemory: Required<Pick<LocalRecording, 'chunks' | 'parts' | 'durationMs'>>;
  #stored: UnsentRecording;
  #partAtMs = 0;
  #beginsPart = false;
  #queue: Promise<void>;
  #failed = false;

  /** @param previousCall the call that a reload of the page interrupted */
  constructor(
    recording: Omit<UnsentRecording, 'startedAtMs' | 'refusals' | 'over' | 'aliveAtMs'>,
    previousCall: Pick<PreviousCall, 'startedAtMs' | 'chunks' | 'release'> | null = null,
  ) {
    this.#stored = { ...recording, startedAtMs: previousCall?.startedAtMs ?? Date.now(), refusals: 0 };
    this.#chunksBefore = previousCall?.chunks ?? 0;
    this.#inMemory = { chunks: [], parts: [], durationMs: 0 };
    this.#lock = acquireLock(recordingLock(recording.room));
    // The lock passes to the request above, which waits in line for it.
    previousCall?.release();
    this.#queue = saveRecording(this.#stored).catch(this.#giveUp);
    this.beginPart();
  }

  /** False once a write has failed. */
  get isSaving(): boolean {
    return !this.#failed;
  }

  /** Saves the state of the call for a later visit of the page. */
  update(change: Pick<UnsentRecording, 'muted' | 'over' | 'aliveAtMs'>): void {
    this.#stored = { ...this.#stored, ...change };
    this.#enqueue(() => saveRecording(this.#stored));
  }

  /** The next chunk begins a file of its own: it comes from another recorder. */
  beginPart(): void {
    this.#partAtMs = Date.now() - this.#stored.startedAtMs;
    this.#beginsPart = true;
  }

  add({ endMs, data }: RecordedChunk): void {
    const { chunks, parts } = this.#inMemory;
    const part = this.#beginsPart ? { chunk: chunks.length, atMs: this.#partAtMs } : undefined;
    this.#beginsPart = false;
    if (part) parts.push(part);
    const index = this.#chunksBefore + chunks.push(data) - 1;
    const chunk = { index, data, endMs: this.#partAtMs + endMs, partAtMs: part?.atMs };
    this.#inMemory.durationMs = chunk.endMs;
    this.#enqueue(() => saveChunk(this.#stored.room, chunk));
  }

  /** Reads the whole recording. Its part from before a reload is on the disk only, and lost if that cannot be read. */
  async readWhole(): Promise<LocalRecording> {
    await this.#queue;
    const { room, phone, token, direct, mime } = this.#stored;
    const { chunks, parts, durationMs } = this.#inMemory;
    const stored = this.#chunksBefore > 0 ? await readRecording(room).catch(() => null) : null;
    const chunksBefore = stored?.chunks.slice(0, this.#chunksBefore) ?? [];
    const partsBefore = stored?.parts.filter(({ chunk }) => chunk < chunksBefore.length) ?? [];
    return {
      room,
      phone,
      token,
      direct,
      mime,
      durationMs: Math.max(durationMs, stored?.durationMs ?? 0),
      chunks: [...chunksBefore, ...chunks],
      parts: [
        ...partsBefore,
        ...parts.map(({ chunk, atMs }) => ({ chunk: chunksBefore.length + chunk, atMs })),
      ],
    };
  }

  /** Deletes the stored recording, and releases its lock. */
  async delete(): Promise<void> {
    await this.#queue;
    await deleteRecording(this.#stored.room).catch(this.#giveUp);
    this.#release();
  }

  /** Leaves the recording for the next visit. */
  async leave(): Promise<void> {
    await this.#queue;
    this.#release();
  }

  #release(): void {
    // Not awaited: the lock may still be another tab's.
    void this.#lock.then((release) => release?.());
  }

  #enqueue(write: () => Promise<void>): void {
    this.#queue = this.#queue.then(() => (this.#failed ? undefined : write())).catch(this.#giveUp);
  }

  readonly #giveUp = (error: unknown): void => {
    if (!this.#failed) console.warn('The recording is in memory only:', error);
    this.#failed = true;
  };
}
