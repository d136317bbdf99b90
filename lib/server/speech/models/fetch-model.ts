import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pRetry from 'p-retry';
import { AppError } from '../../../contracts/errors.ts';
import { isFullDisk, requireFreeSpace, storageFull } from '../../platform/free-space.ts';
import type { CatalogueModel } from './catalogue.ts';
import { type FetchLock, acquireFetch, unfinishedFolder } from './fetch-record.ts';
import { discardFolder } from './folder.ts';
import { install } from './install-model.ts';
import { fetchFile, publishedFiles } from './published-files.ts';

const concurrency = 3;
const firstRetryDelayMs = 1_000;

/**
 * Acquires the lock for fetching a model and starts the fetch; `done` settles when the fetch ends. The model's folder appears when
 * complete and verified.
 * @throws AppError model_busy, storage_full; `done`: model_unreachable, model_differs, model_unusable, storage_full
 */
export async function beginFetch(model: CatalogueModel): Promise<{ done: Promise<void> }> {
  const lock = await acquireFetch(model.id);
  const done = fetchAndInstall(model, lock)
    .catch(async (cause: unknown) => {
      const error = isFullDisk(cause) ? storageFull(cause) : cause;
      const failure = error instanceof AppError ? error.code : 'internal';
      if (!lock.signal.aborted) await lock.update({ failure }).catch(() => undefined);
      throw error;
    })
    // Also stops the downloads of the other files.
    .finally(lock.end);
  return { done };
}

async function fetchAndInstall(model: CatalogueModel, { folder, signal, update }: FetchLock): Promise<void> {
  const files = await publishedFiles(model, signal);
  const totalBytes = files.reduce((sum, { file }) => sum + file.bytes, 0);
  await update({ totalBytes });
  await requireFreeSpace(folder, totalBytes);
  // All folders at once: a download must not restore the folder of a removed fetch.
  for (const { to } of files) await mkdir(path.dirname(path.join(folder, to)), { recursive: true });
  const waitingFiles = files.values();
  const fetchRemaining = async () => {
    for (const { to, file } of waitingFiles)
      await pRetry(() => fetchFile(path.join(folder, to), file, { signal }), {
        retries: 4,
        minTimeout: firstRetryDelayMs,
        signal,
        shouldRetry: ({ error }) => error instanceof AppError && error.code === 'model_unreachable',
      });
  };
  await Promise.all(Array.from({ length: concurrency }, fetchRemaining));
  const { id, kind, languages, name, license, repository, revision } = model;
  const source = `${repository}@${revision}`;
  await install(id, folder, { kind, languages: [...languages], name, license, source });
  await discardFolder(unfinishedFolder(id));
}
