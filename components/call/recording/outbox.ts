import type { PreviousCall, StartRequest } from '../chart/events';
import { returnWaitMs } from '@/lib/contracts/limits';
import { type Language, fallbackLanguage } from '@/lib/i18n/language';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { wasInCall } from '../tab-memory';
import { acquireLock, recordingLock } from '../locks';
import { recordingsDatabase } from './unsent';

/** A conversation as it was recorded. */
export interface LocalRecording {
  room: string;
  phone: string;
  /** The room's token proves whose recording this is, also without the browser's cookie. */
  token: string;
  /** True if the recording is uploaded straight into storage. */
  direct?: boolean;
  /** The container and codec, as MediaRecorder names them. */
  mime: string;
  /** Measured by the clock. The length of the joined file is more exact. */
  durationMs: number;
  chunks: Blob[];
  /** The chunks that begin a file, and when: the first chunk, and the first after a reload or a change of source. */
  parts: { chunk: number; atMs: number }[];
}

/** A recording that no server has confirmed yet, without its chunks. */
export interface UnsentRecording {
  room: string;
  phone: string;
  token: string;
  direct?: boolean;
  mime: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  /** How often a server has refused the stored recording. The delivery right after the call does not count. */
  refusals: number;
  /** The language of the call. */
  language?: Language;
  /** The visitor types; no microphone is opened. */
  typing?: boolean;
  /** The visitor has muted the microphone. */
  muted?: boolean;
  /** When the page was last in the call, milliseconds since 1970, if no chunk shows it. */
  aliveAtMs?: number;
  /** The call is over; it cannot be resumed. */
  over?: boolean;
}

interface StoredChunk {
  room: string;
  index: number;
  endMs: number;
  /** The beginning of the part, in its first chunk only. */
  partAtMs?: number | undefined;
  // Bytes, not a Blob: every browser writes them with the transaction.
  bytes: ArrayBuffer;
}

interface RecordingsSchema extends DBSchema {
  recordings: { key: string; value: UnsentRecording };
  chunks: { key: [string, number]; value: StoredChunk };
}

let databasePromise: Promise<IDBPDatabase<RecordingsSchema>> | undefined;

function database(): Promise<IDBPDatabase<RecordingsSchema>> {
  databasePromise ??= openDB<RecordingsSchema>(recordingsDatabase, 1, {
    upgrade(db) {
      db.createObjectStore('recordings', { keyPath: 'room' });
      db.createObjectStore('chunks', { keyPath: ['room', 'index'] });
    },
    terminated() {
      databasePromise = undefined;
    },
  }).catch((error: unknown) => {
    databasePromise = undefined;
    throw error;
  });
  return databasePromise;
}

function chunksOf(room: string): IDBKeyRange {
  return IDBKeyRange.bound([room, 0], [room, Number.MAX_SAFE_INTEGER]);
}

/** Saves a recording without its chunks. @throws if the browser stores nothing (private windows, a full disk) */
export async function saveRecording(recording: UnsentRecording): Promise<void> {
  const transaction = (await database()).transaction('recordings', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(recording), transaction.done]);
}

/** Writes one chunk, about a second, to the disk. @throws as saveRecording */
export async function saveChunk(
  room: string,
  { data, ...chunk }: Omit<StoredChunk, 'room' | 'bytes'> & { data: Blob },
): Promise<void> {
  const bytes = await data.arrayBuffer();
  const transaction = (await database()).transaction('chunks', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put({ room, bytes, ...chunk }), transaction.done]);
}

export async function storedRecordings(): Promise<UnsentRecording[]> {
  return (await database()).getAll('recordings');
}

/** Reads a stored recording with its chunks; null if it has none or is gone. */
export async function readRecording(room: string): Promise<LocalRecording | null> {
  const db = await database();
  const stored = await db.get('recordings', room);
  const storedChunks = await db.getAll('chunks', chunksOf(room));
  // Chunks after a gap cannot be decoded.
  const chunks = storedChunks.filter((chunk, place) => chunk.index === place);
  const lastChunk = chunks.at(-1);
  if (!stored || !lastChunk) return null;
  const { phone, token, direct, mime } = stored;
  return {
    ...{ room, phone, token, direct, mime },
    durationMs: lastChunk.endMs,
    chunks: chunks.map(({ bytes }) => new Blob([bytes])),
    parts: chunks.flatMap(({ partAtMs }, chunk) =>
      chunk === 0 || partAtMs !== undefined ? [{ chunk, atMs: partAtMs ?? 0 }] : [],
    ),
  };
}

/** A call that this browser was in a moment ago. */
export interface InterruptedCall {
  request: StartRequest;
  previous: Omit<PreviousCall, 'grant'>;
  /** Ask the visitor first: another tab was in the call, and may have been closed to end it. */
  isOffered: boolean;
}

/** When the page of a call was last in it, and how much of it is stored; null if the call cannot be resumed. */
export async function resumableCall(
  stored: UnsentRecording,
): Promise<Pick<PreviousCall, 'lastSeenMs' | 'chunks'> | null> {
  if (stored.over) return null;
  const chunks = await (await database()).getAll('chunks', chunksOf(stored.room));
  const recordedUntilMs = stored.startedAtMs + (chunks.at(-1)?.endMs ?? 0);
  const lastSeenMs = Math.max(stored.aliveAtMs ?? 0, recordedUntilMs);
  return Date.now() - lastSeenMs > returnWaitMs ? null : { lastSeenMs, chunks: chunks.length };
}

/** A restarted browser opens all its tabs. The others wait this long, so that the tab that was in the call resumes it. */
const otherTabDelayMs = 1500;

/** Finds the call that a reloaded or crashed page was in. Locks its recording, so that no other tab sends an unfinished one. */
export async function findInterruptedCall(): Promise<InterruptedCall | null> {
  for (const found of await storedRecordings()) {
    if ((await resumableCall(found)) === null) continue;
    const { room } = found;
    const isOffered = !wasInCall(room);
    if (isOffered) await new Promise((resolve) => setTimeout(resolve, otherTabDelayMs));
    const release = await acquireLock(recordingLock(room), { ifAvailable: true });
    if (release === null) continue;
    // Another tab may have ended or continued the call before the lock was free.
    const stored = await (await database()).get('recordings', room);
    const resumable = stored ? await resumableCall(stored) : null;
    if (!stored || !resumable) {
      release();
      continue;
    }
    const { startedAtMs, muted = false, phone, language = fallbackLanguage, typing } = stored;
    const request = { phone, language, isTyping: typing };
    return { request, previous: { room, startedAtMs, muted, ...resumable, release }, isOffered };
  }
  return null;
}

/** Marks a call that the visitor does not resume, so that its recording may be sent. Never throws. */
export async function markCallOver({ room, release }: Pick<PreviousCall, 'room' | 'release'>): Promise<void> {
  try {
    const stored = await (await database()).get('recordings', room);
    if (stored) await saveRecording({ ...stored, over: true });
  } catch (error) {
    console.warn('A call could not be marked as over:', error);
  } finally {
    release();
  }
}

/** Deletes a recording: the server has it, or will never take it. */
export async function deleteRecording(room: string): Promise<void> {
  const transaction = (await database()).transaction(['recordings', 'chunks'], 'readwrite');
  await Promise.all([
    transaction.objectStore('recordings').delete(room),
    transaction.objectStore('chunks').delete(chunksOf(room)),
    transaction.done,
  ]);
}
