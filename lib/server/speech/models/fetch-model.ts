import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../contracts/errors.ts';
import { isFullDisk, requireFreeSpace, storageFull } from '../../platform/free-space.ts';
import type { CatalogueModel } from './catalogue.ts';
import { fetchFile, type PublishedFile } from './fetch-file.ts';
import { publishedFiles } from './published-files.ts';
import { type ModelDescription, modelsFolder } from './folder.ts';

const beatMs = 2_000;
/** A fetch without a heartbeat for this long is taken over. */
const deadAfterMs = 5 * beatMs;
const atOnce = 3;
/** Tries in a row without a single new byte. */
const maxTries = 5;
const firstPauseMs = 1_000;

/** State of a fetch in its folder, for other processes and for a resume after a crash. */
const fetchRecord = z.object({
  pid: z.number(),
  host: z.string(),
  totalBytes: z.number().optional(),
  /** Somebody wants it to end, or it has ended so. */
  stopped: z.boolean().optional(),
  failure: z.string().optional(),
});
type FetchRecord = z.infer<typeof fetchRecord>;

export interface FetchState {
  /** Somebody is at it now. */
  alive: boolean;
  doneBytes: number;
  totalBytes?: number;
  stopped?: boolean;
  failure?: string;
}

const recordName = 'fetch.json';

/** Staging folder of a model until all of its files are there. */
export function partsFolder(id: string): string {
  return path.join(modelsFolder(), `.${id}.part`);
}

/** How far a model's fetch is, by whichever process; undefined if nothing of it is there. */
export async function fetchState(id: string): Promise<FetchState | undefined> {
  const folder = partsFolder(id);
  const found = await readRecord(folder);
  if (found === undefined) return undefined;
  const { record, aliveAtMs } = found;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names
    .filter((name) => name !== recordName)
    .map((name) =>
      stat(path.join(folder, name)).then(
        (entry) => (entry.isFile() ? entry.size : 0),
        () => 0,
      ),
    );
  const doneBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const { totalBytes, stopped, failure } = record;
  return { alive: isAlive(record, aliveAtMs), doneBytes, totalBytes, stopped, failure };
}

async function readRecord(folder: string): Promise<{ record: FetchRecord; aliveAtMs: number } | undefined> {
  try {
    const file = path.join(folder, recordName);
    const record = fetchRecord.parse(JSON.parse(await readFile(file, 'utf8')));
    return { record, aliveAtMs: (await stat(file)).mtimeMs };
  } catch {
    return undefined;
  }
}

/** Of this machine the kernel knows; of another one that shares the folder only its beats tell. */
function isAlive({ pid, host, stopped, failure }: FetchRecord, aliveAtMs: number): boolean {
  if (stopped || failure !== undefined || Date.now() - aliveAtMs > deadAfterMs) return false;
  if (host !== os.hostname()) return true;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** One process fetches a model at a time. @throws AppError model_busy */
async function claim(id: string): Promise<string> {
  const folder = partsFolder(id);
  await mkdir(folder, { recursive: true });
  const found = await readRecord(folder);
  if (found !== undefined && isAlive(found.record, found.aliveAtMs)) throw new AppError('model_busy');
  // Of several that saw a dead one, the first to make the file has it.
  await rm(path.join(folder, recordName), { force: true });
  const handle: FileHandle = await open(path.join(folder, recordName), 'wx').catch((cause: unknown) => {
    throw isFullDisk(cause) ? storageFull(cause) : new AppError('model_busy', { cause });
  });
  await handle.writeFile(JSON.stringify({ pid: process.pid, host: os.hostname() } satisfies FetchRecord));
  await handle.close();
  return folder;
}

interface FetchOptions {
  onBytes?: (done: number, total: number) => void;
  signal?: AbortSignal;
  pauseMs?: number;
}

/**
 * Begins to fetch a model of the catalogue; resolves when it is claimed, with a promise of the end. What an earlier try fetched is not fetched again,
 * and the model's folder appears when everything is there and checked.
 * @throws AppError model_busy, storage_full; `done`: model_unreachable, model_differs, storage_full
 */
export async function beginFetch(
  model: CatalogueModel,
  options: FetchOptions = {},
): Promise<{ done: Promise<void> }> {
  const folder = await claim(model.id);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path.join(folder, recordName), now, now).catch(() => undefined);
    // Stopped, or stopped and gone on with by somebody else.
    void readRecord(folder).then(
      (found) =>
        found && (found.record.stopped || !isOwn(found)) && stop.abort(new Error('The fetch was stopped.')),
    );
  }, beatMs);
  let told: FetchRecord = { pid: process.pid, host: os.hostname() };
  const tell = async (record: Partial<FetchRecord>) => {
    told = { ...told, ...record };
    await writeRecord(folder, told);
  };
  const done = fetchAll(model, folder, tell, { ...options, signal })
    .catch(async (cause: unknown) => {
      const error = isFullDisk(cause) ? storageFull(cause) : cause;
      const failure = error instanceof AppError ? error.code : 'internal';
      if (isOwn(await readRecord(folder))) await tell(signal.aborted ? { stopped: true } : { failure });
      throw error;
    })
    .finally(() => clearInterval(beat));
  return { done };
}

function isOwn(found: { record: FetchRecord } | undefined): boolean {
  return found?.record.pid === process.pid && found.record.host === os.hostname();
}

/** Only where there is one: a model that was removed meanwhile stays removed. A record only grows. */
async function writeRecord(folder: string, record: FetchRecord): Promise<void> {
  await writeFile(path.join(folder, recordName), JSON.stringify(record), { flag: 'r+' }).catch(
    () => undefined,
  );
}

/** Has a fetch end within a beat, by whichever process. Gives whether one runs. */
export async function markStopped(id: string): Promise<boolean> {
  const found = await readRecord(partsFolder(id));
  if (found === undefined || !isAlive(found.record, found.aliveAtMs)) return false;
  await writeRecord(partsFolder(id), { ...found.record, stopped: true });
  return true;
}

async function fetchAll(
  model: CatalogueModel,
  folder: string,
  tell: (record: Partial<FetchRecord>) => Promise<void>,
  { onBytes, signal, pauseMs = firstPauseMs }: FetchOptions,
): Promise<void> {
  const files = await publishedFiles(model, signal);
  const totalBytes = files.reduce((sum, { file }) => sum + file.bytes, 0);
  await tell({ totalBytes });
  const doneOf = new Map<string, number>();
  const countBytes = (to: string) => (bytes: number) => {
    doneOf.set(to, bytes);
    onBytes?.(
      [...doneOf.values()].reduce((sum, value) => sum + value, 0),
      totalBytes,
    );
  };
  const there = (await fetchState(model.id))?.doneBytes ?? 0;
  await requireFreeSpace(folder, Math.max(0, totalBytes - there));
  const queue = [...files];
  const next = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift())
      await persist(path.join(folder, entry.to), entry.file, {
        signal,
        pauseMs,
        onBytes: countBytes(entry.to),
      });
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  const { kind, languages, name, license, family, repository, revision } = model;
  await install(model.id, folder, {
    kind,
    languages: [...languages],
    name,
    license,
    family,
    source: `${repository}@${revision}`,
  });
}

/** A connection that breaks is made again, for as long as something comes. */
async function persist(
  target: string,
  file: PublishedFile,
  { signal, pauseMs, onBytes }: { signal?: AbortSignal; pauseMs: number; onBytes: (bytes: number) => void },
): Promise<void> {
  let furthest = 0;
  for (let tries = 1; ; tries++) {
    let reached = 0;
    try {
      await fetchFile(target, file, {
        signal,
        onBytes: (bytes) => {
          reached = bytes;
          onBytes(bytes);
        },
      });
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'model_unreachable') throw error;
      if (reached > furthest) tries = 1;
      furthest = Math.max(furthest, reached);
      if (tries >= maxTries) throw error;
      await delay(pauseMs * 2 ** (tries - 1), undefined, { signal });
    }
  }
}

/** Moves what is whole into its place: from now on it is used. */
export async function install(
  id: string,
  parts: string,
  description: Omit<ModelDescription, 'files' | 'installedAt'>,
): Promise<void> {
  await rm(path.join(parts, recordName), { force: true });
  const names = (await readdir(parts, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'model.json')
    .map((entry) => path.relative(parts, path.join(entry.parentPath, entry.name)));
  const files = [];
  for (const name of names.toSorted()) {
    const digest = createHash('sha256');
    await pipeline(createReadStream(path.join(parts, name)), digest);
    const { size } = await stat(path.join(parts, name));
    files.push({ path: name, bytes: size, sha256: digest.digest('hex') });
  }
  const whole: ModelDescription = { ...description, installedAt: new Date().toISOString(), files };
  await writeFile(
    path.join(/* turbopackIgnore: true */ parts, 'model.json'),
    `${JSON.stringify(whole, undefined, 2)}\n`,
  );
  await putInPlace(parts, id);
}

export async function putInPlace(folder: string, id: string): Promise<void> {
  const target = path.join(modelsFolder(), id);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
}
