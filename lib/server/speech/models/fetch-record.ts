import { randomUUID } from 'node:crypto';
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../contracts/errors.ts';
import { isFullDisk, storageFull } from '../../platform/free-space.ts';
import { bytesIn, discardFolder, modelsFolder } from './folder.ts';

const beatMs = 2_000;
/** A fetch without a heartbeat for this long has died. */
const deadAfterMs = 5 * beatMs;
const lookEveryMs = 250;

const recordName = '.fetch.json';
const fetchRecord = z.object({ totalBytes: z.number().optional(), failure: z.string().optional() });
type FetchRecord = z.infer<typeof fetchRecord>;

export interface FetchState extends FetchRecord {
  /** A process is fetching it now, or died a moment ago. */
  alive: boolean;
  beatAtMs: number;
  doneBytes: number;
}

/** Exists while a model is fetched, and after a failure. Its removal ends the fetch, whichever process runs it. */
export function partsFolder(id: string): string {
  return path.join(modelsFolder(), `.${id}.part`);
}

/** The progress of a model's fetch in any process; undefined if none exists. */
export async function fetchState(id: string): Promise<FetchState | undefined> {
  const folder = partsFolder(id);
  const beatAtMs = (await stat(folder).catch(() => undefined))?.mtimeMs;
  if (beatAtMs === undefined) return undefined;
  const text = await readFile(path.join(folder, recordName), 'utf8').catch(() => '');
  // Absent or half written at first.
  const record: FetchRecord = text.endsWith('}') ? fetchRecord.parse(JSON.parse(text)) : {};
  const alive = record.failure === undefined && Date.now() - beatAtMs < deadAfterMs;
  return { ...record, alive, beatAtMs, doneBytes: await bytesIn(folder) };
}

/** Waits for the next heartbeat, because the fetch may have been killed a moment ago. @throws AppError model_busy */
async function requireDead(id: string): Promise<void> {
  const first = await fetchState(id);
  for (let now = first; ; now = await fetchState(id)) {
    if (now?.beatAtMs !== first?.beatAtMs) throw new AppError('model_busy');
    if (!now?.alive) return;
    await delay(lookEveryMs);
  }
}

export interface ClaimedFetch {
  /** For the files. Another process that takes over uses another one. */
  folder: string;
  /** Aborts once the fetch has ended or its folder was removed. */
  signal: AbortSignal;
  update(record: FetchRecord): Promise<void>;
  end(): void;
}

/**
 * Claims the folder for a model's parts, and takes over the folder of a dead fetch.
 * @throws AppError model_busy, storage_full
 */
export async function claimFetch(id: string): Promise<ClaimedFetch> {
  const claimed = partsFolder(id);
  const folder = path.join(claimed, randomUUID());
  try {
    await mkdir(modelsFolder(), { recursive: true });
    // Undefined if it exists already.
    while ((await mkdir(claimed, { recursive: true })) === undefined) {
      await requireDead(id);
      await discardFolder(claimed);
    }
    await mkdir(folder);
  } catch (error) {
    throw isFullDisk(error) ? storageFull(error) : error;
  }
  const ended = new AbortController();
  const touch = (file: string) => utimes(file, new Date(), new Date());
  const beat = setInterval(() => {
    touch(folder)
      .then(() => touch(claimed))
      .catch(() => ended.abort(new Error('The fetch was stopped.')));
  }, beatMs);
  return {
    folder,
    signal: ended.signal,
    async update(record) {
      // Fails if another process has taken over.
      await touch(folder);
      await writeFile(path.join(claimed, recordName), JSON.stringify(record));
    },
    end() {
      clearInterval(beat);
      ended.abort();
    },
  };
}
