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
const pollMs = 250;

const recordName = '.fetch.json';
const fetchRecord = z.object({ totalBytes: z.number().optional(), failure: z.string().optional() });
type FetchRecord = z.infer<typeof fetchRecord>;

export interface FetchState extends FetchRecord {
  /** A process is fetching it now, or died a moment ago. */
  isAlive: boolean;
  beatAtMs: number;
  doneBytes: number;
}

/** Has a model's unfinished files until it is installed or removed. Its removal ends the fetch, whichever process runs it. */
export function unfinishedFolder(id: string): string {
  return path.join(modelsFolder(), `.${id}.part`);
}

/** The progress of a model's fetch in any process; undefined if none exists. */
export async function fetchState(id: string): Promise<FetchState | undefined> {
  const folder = unfinishedFolder(id);
  const beatAtMs = (await stat(folder).catch(() => undefined))?.mtimeMs;
  if (beatAtMs === undefined) return undefined;
  const record = await readRecord(path.join(folder, recordName));
  const isAlive = record.failure === undefined && Date.now() - beatAtMs < deadAfterMs;
  return { ...record, isAlive, beatAtMs, doneBytes: await bytesIn(folder) };
}

/** The record of a fetch; empty if it is absent, half written or damaged. */
async function readRecord(file: string): Promise<FetchRecord> {
  try {
    return fetchRecord.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Returns once the fetch counts as dead. @throws AppError model_busy at its next heartbeat */
async function requireDead(id: string): Promise<void> {
  const firstState = await fetchState(id);
  for (let state = firstState; ; state = await fetchState(id)) {
    if (state?.beatAtMs !== firstState?.beatAtMs) throw new AppError('model_busy');
    if (!state?.isAlive) return;
    await delay(pollMs);
  }
}

export interface FetchLock {
  /** Where the files are written. A process that takes over gets another folder. */
  folder: string;
  /** Aborts once the fetch has ended or its folder was removed. */
  signal: AbortSignal;
  update(record: FetchRecord): Promise<void>;
  end(): void;
}

/**
 * Creates the folder of a model's unfinished files. Discards the folder of a dead fetch first.
 * @throws AppError model_busy, storage_full
 */
export async function acquireFetch(id: string): Promise<FetchLock> {
  const lockedFolder = unfinishedFolder(id);
  const folder = path.join(lockedFolder, randomUUID());
  try {
    await mkdir(modelsFolder(), { recursive: true });
    // mkdir returns undefined if the folder exists.
    while ((await mkdir(lockedFolder, { recursive: true })) === undefined) {
      await requireDead(id);
      await discardFolder(lockedFolder);
    }
    await mkdir(folder);
  } catch (error) {
    throw isFullDisk(error) ? storageFull(error) : error;
  }
  const endController = new AbortController();
  const touch = (file: string) => utimes(file, new Date(), new Date());
  const heartbeat = setInterval(() => {
    touch(folder)
      .then(() => touch(lockedFolder))
      .catch(() => endController.abort(new Error('The fetch was stopped.')));
  }, beatMs);
  return {
    folder,
    signal: endController.signal,
    async update(record) {
      // Fails if another process has taken over.
      await touch(folder);
      await writeFile(path.join(lockedFolder, recordName), JSON.stringify(record));
    },
    end() {
      clearInterval(heartbeat);
      endController.abort();
    },
  };
}
