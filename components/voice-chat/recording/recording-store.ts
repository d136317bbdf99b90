import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { RecordedChunk, Recording } from './recorder';
import { recordingsDatabase } from './leftovers';

/** A recording that no server has confirmed yet, without its chunks. */
export interface KeptRecording {
  room: string;
  phone: string;
  token: string;
  mime: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  /** How often a server has refused it for good. */
  refusals: number;
}

interface KeptChunk {
  room: string;
  index: number;
  endMs: number;
  // Bytes, not a Blob: written with the transaction in every browser.
  bytes: ArrayBuffer;
}

interface Schema extends DBSchema {
  recordings: { key: string; value: KeptRecording };
  chunks: { key: [string, number]; value: KeptChunk };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(recordingsDatabase, 1, {
    upgrade(db) {
      db.createObjectStore('recordings', { keyPath: 'room' });
      db.createObjectStore('chunks', { keyPath: ['room', 'index'] });
    },
    terminated() {
      opening = undefined;
    },
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

function chunksOf(room: string): IDBKeyRange {
  return IDBKeyRange.bound([room, 0], [room, Number.MAX_SAFE_INTEGER]);
}

/** Notes a recording that begins. @throws where the browser keeps nothing (private windows, a full disk) */
export async function keepRecording(recording: KeptRecording): Promise<void> {
  const transaction = (await database()).transaction('recordings', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(recording), transaction.done]);
}

/** Writes one second to the disk. @throws as keepRecording */
export async function keepChunk(room: string, { index, endMs, data }: RecordedChunk): Promise<void> {
  const bytes = await data.arrayBuffer();
  const transaction = (await database()).transaction('chunks', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put({ room, index, endMs, bytes }), transaction.done]);
}

export async function keptRecordings(): Promise<KeptRecording[]> {
  return (await database()).getAll('recordings');
}

/** A kept recording with its chunks, as far as they came; null when it has none, or is gone. */
export async function readRecording(room: string): Promise<Recording | null> {
  const db = await database();
  const kept = await db.get('recordings', room);
  const all = await db.getAll('chunks', chunksOf(room));
  // Behind a gap nothing can be decoded.
  const chunks = all.filter((chunk, place) => chunk.index === place);
  const last = chunks.at(-1);
  if (!kept || !last) return null;
  return {
    room,
    phone: kept.phone,
    token: kept.token,
    mime: kept.mime,
    durationMs: last.endMs,
    chunks: chunks.map(({ bytes }) => new Blob([bytes])),
  };
}

/** Forgets a recording: the server has it, or will never take it. */
export async function forgetRecording(room: string): Promise<void> {
  const transaction = (await database()).transaction(['recordings', 'chunks'], 'readwrite');
  await Promise.all([
    transaction.objectStore('recordings').delete(room),
    transaction.objectStore('chunks').delete(chunksOf(room)),
    transaction.done,
  ]);
}
