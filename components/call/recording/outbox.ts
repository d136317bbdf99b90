import { returnWaitMs } from '@/lib/contracts/limits';
import type { Language } from '@/lib/i18n/language';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { recordingsDatabase } from './unsent';
import type { RecordedChunk } from './recorder';

/** A conversation as it was recorded. */
export interface Recording {
  room: string;
  phone: string;
  /** The room's token: with the browser's cookie lost, it still tells whose recording this is. */
  token: string;
  /** It goes straight into the server's store. */
  direct?: boolean;
  /** The container and codec, as MediaRecorder names them. */
  mime: string;
  /** By the clock; what a WebM file itself tells goes before it. */
  durationMs: number;
  chunks: Blob[];
  /** Where the page was reloaded in the call: the chunks that begin a file of their own, and when. */
  parts?: { chunk: number; atMs: number }[];
}

const lockName = (room: string) => `ovoz-recording-${room}`;

/** Browsers without locks (an insecure page) have no microphone either: nothing is live there. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** Marks a recording as being made by this tab, until the returned function is called or the tab dies. */
function holdRecording(room: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks()
    ?.request(lockName(room), () => released)
    .catch(() => undefined);
  return release;
}

/** As holdRecording; null where it is held already, by this tab or another one. */
async function holdIfFree(room: string): Promise<(() => void) | null> {
  const manager = locks();
  if (!manager) return () => undefined;
  return new Promise((resolve, reject) => {
    manager
      .request(lockName(room), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

/** Does the work unless the recording is held, by this tab or another one. */
export async function ifNobodyHolds(room: string, work: () => Promise<void>): Promise<void> {
  const release = await holdIfFree(room);
  if (!release) return;
  try {
    await work();
  } finally {
    release();
  }
}

/** A time in a recording, from its start; Infinity as long as it lasts. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/** A recording that no server has confirmed yet, without its chunks. */
export interface KeptRecording {
  room: string;
  phone: string;
  token: string;
  direct?: boolean;
  mime: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  /** How often a server has refused it for good. */
  refusals: number;
  /** The language of the call. */
  language?: Language;
  /** Without a microphone: the visitor types. */
  typing?: boolean;
  /** The visitor has muted the microphone. */
  muted?: boolean;
  /** When no audio graph ran and the voices were recorded by themselves: the second channel is not the agent's. */
  apart?: Span[];
  /** When the page was last seen in the call, milliseconds since 1970, where no chunks tell. */
  aliveAtMs?: number;
  /** The call is over: nobody comes back into it. */
  over?: boolean;
}

interface KeptChunk {
  room: string;
  index: number;
  endMs: number;
  /** Of the first chunk after the page was reloaded: when it began. */
  partAtMs?: number;
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
async function keepChunk(
  room: string,
  { index, endMs, data }: RecordedChunk,
  partAtMs?: number,
): Promise<void> {
  const bytes = await data.arrayBuffer();
  const transaction = (await database()).transaction('chunks', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put({ room, index, endMs, bytes, partAtMs }), transaction.done]);
}

/** A voice that is recorded by itself, under a name of its own. */
export interface KeptVoice {
  of: 'visitor' | 'agent';
  /** Milliseconds since 1970. */
  startedAtMs: number;
  chunks: Blob[];
}

const voiceName = (room: string, { of, startedAtMs }: Omit<KeptVoice, 'chunks'>) =>
  `${room}|${of}|${startedAtMs}`;
const voicesOf = (room: string) => IDBKeyRange.bound([`${room}|`], [`${room}|~`]);

/** The voices that were recorded by themselves before the page was reloaded. @throws as keepRecording */
export async function keptVoices(room: string, beforeMs = performance.timeOrigin): Promise<KeptVoice[]> {
  const voices = new Map<string, KeptVoice>();
  for (const { room: name, bytes } of await (await database()).getAll('chunks', voicesOf(room))) {
    const [side, time] = name.slice(room.length + 1).split('|');
    const of = side === 'visitor' ? side : 'agent';
    const voice = voices.get(name) ?? { of, startedAtMs: Number(time), chunks: [] };
    if (voice.startedAtMs < beforeMs) voices.set(name, voice);
    voice.chunks.push(new Blob([bytes]));
  }
  return [...voices.values()];
}

export async function keptRecordings(): Promise<KeptRecording[]> {
  return (await database()).getAll('recordings');
}

/** A kept recording with its chunks, as far as they came; null when it has none, or is gone. */
export async function readRecording(room: string): Promise<Recording | null> {
  const db = await database();
  const kept = await db.get('recordings', room);
  const all = await db.getAll('chunks', chunksOf(room));
  // Chunks after a gap cannot be decoded.
  const chunks = all.filter((chunk, place) => chunk.index === place);
  const last = chunks.at(-1);
  if (!kept || !last) return null;
  return {
    room,
    phone: kept.phone,
    token: kept.token,
    direct: kept.direct,
    mime: kept.mime,
    durationMs: last.endMs,
    chunks: chunks.map(({ bytes }) => new Blob([bytes])),
    parts: chunks.flatMap(({ partAtMs }, chunk) =>
      partAtMs === undefined ? [] : [{ chunk, atMs: partAtMs }],
    ),
  };
}

/** A call that this browser was in a moment ago. */
export interface BrokenOffCall extends KeptRecording {
  /** How many chunks are kept of it. */
  chunks: number;
  /** Lets others take the recording. */
  release: () => void;
}

/**
 * The call that a reloaded or crashed page was in, if it may still be on; not one that another tab holds. It is held from
 * here on: what was sent of it meanwhile would be missing before the chunks that follow.
 */
export async function brokenOffCall(nowMs = Date.now()): Promise<BrokenOffCall | null> {
  for (const kept of await keptRecordings()) {
    if (kept.over) continue;
    const chunks = await (await database()).getAll('chunks', chunksOf(kept.room));
    const recordedUntilMs = kept.startedAtMs + (chunks.at(-1)?.endMs ?? 0);
    const aliveAtMs = Math.max(kept.aliveAtMs ?? 0, recordedUntilMs);
    if (nowMs - aliveAtMs > returnWaitMs) continue;
    const release = await holdIfFree(kept.room);
    if (release) return { ...kept, aliveAtMs, chunks: chunks.length, release };
  }
  return null;
}

/** Nobody goes back into this call any more: what is kept of it may be sent. Never throws. */
export async function endBrokenOff({ room, release }: BrokenOffCall): Promise<void> {
  try {
    const kept = await (await database()).get('recordings', room);
    if (kept) await keepRecording({ ...kept, over: true });
  } catch (error) {
    console.warn('A call that is over could not be noted:', error);
  } finally {
    release();
  }
}

/** Forgets a recording: the server has it, or will never take it. */
export async function forgetRecording(room: string): Promise<void> {
  const transaction = (await database()).transaction(['recordings', 'chunks'], 'readwrite');
  await Promise.all([
    transaction.objectStore('recordings').delete(room),
    transaction.objectStore('chunks').delete(chunksOf(room)),
    transaction.objectStore('chunks').delete(voicesOf(room)),
    transaction.done,
  ]);
}

/**
 * Keeps one recording on the disk while it is made, in order. A browser that keeps nothing (a private window, a full
 * disk) ends the keeping, not the call: the chunks are in memory as well.
 */
export class RecordingKeeper {
  readonly #room: string;
  readonly #release: () => void;
  #kept: KeptRecording;
  readonly #before: number;
  readonly #atMs: number;
  #queue: Promise<void>;
  #failed = false;

  /** @param before what is kept of the call from before the page was reloaded */
  constructor(
    recording: Omit<KeptRecording, 'startedAtMs' | 'refusals' | 'over' | 'aliveAtMs'>,
    before?: BrokenOffCall,
  ) {
    const startedAtMs = before?.startedAtMs ?? Date.now();
    this.#room = recording.room;
    this.#before = before?.chunks ?? 0;
    this.#atMs = Date.now() - startedAtMs;
    this.#release = holdRecording(recording.room);
    // Whoever waits in line for a lock gets it before others.
    before?.release();
    this.#kept = { ...recording, startedAtMs, refusals: 0 };
    this.#queue = keepRecording(this.#kept).catch(this.#giveUp);
  }

  /** False for a browser that keeps nothing. */
  get keeps(): boolean {
    return !this.#failed;
  }

  /** Notes how the call stands: when it is over, its recording is still to be sent. */
  note(change: Pick<KeptRecording, 'muted' | 'over' | 'aliveAtMs' | 'apart'>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#queue = this.#queue
      .then(() => (this.#failed ? undefined : keepRecording(this.#kept)))
      .catch(this.#giveUp);
  }

  add({ index, endMs, data }: RecordedChunk): void {
    const chunk = { index: this.#before + index, endMs: this.#atMs + endMs, data };
    const partAtMs = this.#before > 0 && index === 0 ? this.#atMs : undefined;
    this.#queue = this.#queue
      .then(() => (this.#failed ? undefined : keepChunk(this.#room, chunk, partAtMs)))
      .catch(this.#giveUp);
  }

  /** One second of a voice that is recorded by itself: where it cannot be written, it is lost with the page. */
  addVoice(voice: Omit<KeptVoice, 'chunks'>, chunk: RecordedChunk): void {
    this.#queue = this.#queue
      .then(() => (this.#failed ? undefined : keepChunk(voiceName(this.#room, voice), chunk)))
      .catch(() => undefined);
  }

  /** The whole recording with what was kept before the page was reloaded; null if it was not, or cannot be read. */
  async whole(): Promise<Recording | null> {
    await this.#queue;
    if (this.#before === 0 || this.#failed) return null;
    return readRecording(this.#room).catch(() => null);
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
