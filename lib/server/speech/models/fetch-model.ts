import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pRetry from 'p-retry';
import { AppError } from '../../../contracts/errors.ts';
import { isFullDisk, requireFreeSpace, storageFull } from '../../platform/free-space.ts';
import type { CatalogueModel } from './catalogue.ts';
import { fetchFile } from './fetch-file.ts';
import { type ClaimedFetch, claimFetch } from './fetch-record.ts';
import { install } from './install-model.ts';
import { publishedFiles } from './published-files.ts';

const atOnce = 3;
const firstPauseMs = 1_000;

/**
 * Starts to fetch a model; resolves to a promise of its end once claimed. The model's folder appears when complete and verified.
 * @throws AppError model_busy, storage_full; `done`: model_unreachable, model_differs, storage_full
 */
export async function beginFetch(
  model: CatalogueModel,
  stopped?: AbortSignal,
): Promise<{ done: Promise<void> }> {
  const fetch = await claimFetch(model.id);
  const signal = stopped ? AbortSignal.any([fetch.signal, stopped]) : fetch.signal;
  const done = fetchAll(model, fetch, signal)
    .catch(async (cause: unknown) => {
      const error = isFullDisk(cause) ? storageFull(cause) : cause;
      const failure = error instanceof AppError ? error.code : 'internal';
      if (!signal.aborted) await fetch.update({ failure }).catch(() => undefined);
      throw error;
    })
    // Stops the other files, too.
    .finally(fetch.end);
  return { done };
}

async function fetchAll(
  model: CatalogueModel,
  { folder, update }: ClaimedFetch,
  signal: AbortSignal,
): Promise<void> {
  const files = await publishedFiles(model, signal);
  const totalBytes = files.reduce((sum, { file }) => sum + file.bytes, 0);
  await update({ totalBytes });
  await requireFreeSpace(folder, totalBytes);
  // All folders at once: a download must not restore the folder of a removed fetch.
  for (const { to } of files) await mkdir(path.dirname(path.join(folder, to)), { recursive: true });
  const waiting = files.values();
  const next = async () => {
    for (const { to, file } of waiting)
      await pRetry(() => fetchFile(path.join(folder, to), file, { signal }), {
        retries: 4,
        minTimeout: firstPauseMs,
        signal,
        shouldRetry: ({ error }) => error instanceof AppError && error.code === 'model_unreachable',
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
