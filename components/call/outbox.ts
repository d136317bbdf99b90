import fixWebmDuration from 'fix-webm-duration';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { RecordedChunk, Recording } from './recorder';
import { webmLengthMs } from './webm-length';
import { recordingsDatabase } from './leftovers';

const lockName = (room: string) => `ovoz-recording-${room}`;

/** Browsers without locks (an insecure page) have no microphone either: nothing is live there. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** Marks a recording as being made by this tab, until the returned function is called or the tab dies. */
export function holdRecording(room: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks()
    ?.request(lockName(room), () => released)
    .catch(() => undefined);
  return release;
}

/** Does the work unless another tab holds the recording. */
export async function ifNobodyHolds(room: string, work: () => Promise<void>): Promise<void> {
  const manager = locks();
  if (!manager) return work();
  await manager.request(lockName(room), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}

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

// Not fetched when it is needed: the network may be gone by then.

/** What became of one try: the server has it, will never take it, or may take it later. */
export type SendResult =
  { outcome: 'sent' } | { outcome: 'refused'; status: number } | { outcome: 'later'; waitMs: number | null };

/** Answers that the same recording would get again. */
const refusals = new Set([400, 403, 409, 413, 415, 422]);

/** Time for a small body, and what a slow phone needs for a large one. */
const baseTimeoutMs = 60_000;
const slowestBytesPerMs = 8;

/** Tries once to send a recording (POST /api/leads, spec.md section 7). Never throws. */
export async function sendRecording(recording: Recording): Promise<SendResult> {
  try {
    const { audio, durationMs } = await mended(recording);
    const form = new FormData();
    form.set('phoneNumber', recording.phone);
    form.set('audio', audio, recording.mime.includes('mp4') ? 'conversation.mp4' : 'conversation.webm');
    form.set('duration', String(Math.round(durationMs / 1000)));
    form.set('roomName', recording.room);
    const response = await fetch('/api/leads', {
      method: 'POST',
      headers: { authorization: `Bearer ${recording.token}` },
      body: form,
      signal: AbortSignal.timeout(baseTimeoutMs + audio.size / slowestBytesPerMs),
    });
    if (response.ok) {
      // Read to its end: an answer cut short confirms nothing.
      await response.json();
      return { outcome: 'sent' };
    }
    if (refusals.has(response.status)) return { outcome: 'refused', status: response.status };
    return { outcome: 'later', waitMs: retryAfterMs(response) };
  } catch {
    return { outcome: 'later', waitMs: null };
  }
}

/** MediaRecorder's WebM does not say how long it is and cannot be sought: its duration is written into it. */
async function mended({ chunks, mime, durationMs }: Recording): Promise<{ audio: Blob; durationMs: number }> {
  const audio = new Blob(chunks, { type: mime.split(';')[0] });
  if (!mime.includes('webm')) return { audio, durationMs };
  const lengthMs = webmLengthMs(await audio.arrayBuffer()) ?? durationMs;
  return { audio: await fixWebmDuration(audio, lengthMs, { logger: false }), durationMs: lengthMs };
}

function retryAfterMs(response: Response): number | null {
  const waitS = Number(response.headers.get('retry-after'));
  return waitS > 0 ? waitS * 1000 : null;
}

/** Waits between the tries of one visit: a server that restarts is back within the first few. */
export const retryDelaysMs = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];

interface Delivery {
  send: (recording: Recording) => Promise<SendResult>;
  wait: (ms: number) => Promise<void>;
}

/**
 * Sends the recording of a call that has ended, again and again for about two minutes; what the server has not
 * confirmed by then waits on the disk for the next visit.
 */
export async function deliverRecording(
  recording: Recording,
  keeper: Pick<RecordingKeeper, 'forget' | 'leave'>,
  { send, wait }: Delivery = { send: sendRecording, wait: waitOrOnline },
): Promise<void> {
  for (const delayMs of [...retryDelaysMs, null]) {
    const result = await send(recording);
    if (result.outcome === 'sent') return keeper.forget();
    console.error('The recording was not taken:', result);
    const waitMs = result.outcome === 'later' ? Math.max(delayMs ?? Infinity, result.waitMs ?? 0) : Infinity;
    if (waitMs > 60_000) break;
    await wait(waitMs);
  }
  await keeper.leave();
}

/** Waits, but no longer than until the network is back. */
function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}

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

/** A recording that was refused this often, on as many visits, will not be taken by a later one. */
const mostRefusals = 3;
const oldestMs = 14 * 24 * 3600 * 1000;

/**
 * Sends what earlier visits could not: one try each, and none for a recording that a tab is making or sending.
 * Dropped are those that a server refused three times, those older than two weeks, and those without sound.
 */
export async function recoverRecordings(): Promise<void> {
  try {
    for (const recording of await keptRecordings())
      await ifNobodyHolds(recording.room, () => recover(recording));
  } catch (error) {
    console.warn('Kept recordings cannot be read:', error);
  }
}

async function recover(kept: KeptRecording): Promise<void> {
  const recording = await readRecording(kept.room);
  if (!recording || Date.now() - kept.startedAtMs > oldestMs) return forgetRecording(kept.room);
  const result = await sendRecording(recording);
  if (result.outcome === 'sent') return forgetRecording(kept.room);
  if (result.outcome === 'later') return;
  console.error('A recording of an earlier visit was refused:', result.status);
  if (kept.refusals + 1 >= mostRefusals) return forgetRecording(kept.room);
  await keepRecording({ ...kept, refusals: kept.refusals + 1 });
}
