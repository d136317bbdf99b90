import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../contracts/errors.ts';
import { isFullDisk, storageFull } from '../../platform/free-space.ts';
import { bytesOf, filesIn, isRunning, modelsFolder, recordName, scratchPath } from './folder.ts';

const beatMs = 2_000;
/** A fetch without a heartbeat for this long is taken over. */
const deadAfterMs = 5 * beatMs;

/** State of a fetch in its folder, for other processes and for a resume after a crash. */
const fetchRecord = z.object({
  pid: z.number(),
  host: z.string(),
  totalBytes: z.number().optional(),
  /** True once a stop was requested. */
  stopped: z.boolean().optional(),
  failure: z.string().optional(),
});
export type FetchRecord = z.infer<typeof fetchRecord>;

export interface FetchState {
  /** A process is fetching it now. */
  alive: boolean;
  doneBytes: number;
  totalBytes?: number;
  stopped?: boolean;
  failure?: string;
}

/** Staging folder of a model until all of its files are there. */
export function partsFolder(id: string): string {
  return path.join(modelsFolder(), `.${id}.part`);
}

/** The progress of a model's fetch in any process; undefined if none exists. */
export async function fetchState(id: string): Promise<FetchState | undefined> {
  const folder = partsFolder(id);
  const found = await readRecord(folder);
  if (found === undefined) return undefined;
  const { record, aliveAtMs } = found;
  const doneBytes = bytesOf(await filesIn(folder));
  const { totalBytes, stopped, failure } = record;
  return { alive: isAlive(record, aliveAtMs), doneBytes, totalBytes, stopped, failure };
}

export async function readRecord(
  folder: string,
): Promise<{ record: FetchRecord; aliveAtMs: number } | undefined> {
  try {
    const file = path.join(folder, recordName);
    const record = fetchRecord.parse(JSON.parse(await readFile(file, 'utf8')));
    return { record, aliveAtMs: (await stat(file)).mtimeMs };
  } catch {
    return undefined;
  }
}

function isAlive(record: FetchRecord, aliveAtMs: number): boolean {
  if (record.stopped || record.failure !== undefined || Date.now() - aliveAtMs > deadAfterMs) return false;
  return isRunning(record);
}

/** A record of this process. */
export function ownRecord(): FetchRecord {
  return { pid: process.pid, host: os.hostname() };
}

/**
 * Claims the folder for a model's parts for this process. An earlier fetch may have left half a file in it.
 * @throws AppError model_busy, storage_full
 */
export async function claimFetch(id: string): Promise<string> {
  const folder = partsFolder(id);
  const isThere = existsSync(folder);
  const found = await readRecord(folder);
  if (found !== undefined && isAlive(found.record, found.aliveAtMs)) throw new AppError('model_busy');
  const [claim, earlier] = [scratchPath(), scratchPath()];
  try {
    await mkdir(claim, { recursive: true });
    await writeFile(path.join(claim, recordName), JSON.stringify(ownRecord()));
    // Back to back, so that nobody finds the model without a fetch.
    if (isThere) await rename(folder, earlier);
    // If several processes claim it, one rename wins; the others fail on its record.
    await rename(claim, folder);
  } catch (cause) {
    await rm(claim, { recursive: true, force: true });
    throw isFullDisk(cause) ? storageFull(cause) : new AppError('model_busy', { cause });
  } finally {
    await rm(earlier, { recursive: true, force: true, maxRetries: 5 });
  }
  return folder;
}

/** Sends heartbeats of a fetch to other processes. Calls `lost` once it was stopped, removed or restarted elsewhere. */
export function startHeartbeats(folder: string, lost: () => void): () => void {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path.join(folder, recordName), now, now).catch(lost);
    void readRecord(folder).then((found) => found && (found.record.stopped || !isOwn(found)) && lost());
  }, beatMs);
  return () => clearInterval(beat);
}

export function isOwn(found: { record: FetchRecord } | undefined): boolean {
  return found?.record.pid === process.pid && found.record.host === os.hostname();
}

/** Renamed into place, so nobody reads half of it. In the folder of a removed model this does nothing. */
export async function writeRecord(folder: string, record: FetchRecord): Promise<void> {
  const written = scratchPath();
  try {
    await writeFile(written, JSON.stringify(record));
    await rename(written, path.join(folder, recordName));
  } catch {
    await rm(written, { force: true });
  }
}

/** Stops a fetch of any process within one heartbeat. Returns true if one was running. */
export async function markStopped(id: string): Promise<boolean> {
  const found = await readRecord(partsFolder(id));
  if (found === undefined || !isAlive(found.record, found.aliveAtMs)) return false;
  await writeRecord(partsFolder(id), { ...found.record, stopped: true });
  return true;
}
