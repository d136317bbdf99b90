import path from 'node:path';
import pRetry from 'p-retry';
import { AppError } from '../../../contracts/errors.ts';
import { isFullDisk, requireFreeSpace, storageFull } from '../../platform/free-space.ts';
import type { CatalogueModel } from './catalogue.ts';
import { fetchFile } from './fetch-file.ts';
import {
  type FetchRecord,
  claimFetch,
  isOwn,
  startHeartbeats,
  ownRecord,
  readRecord,
  writeRecord,
} from './fetch-record.ts';
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
  const folder = await claimFetch(model.id);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(stopped ? [stopped] : [])]);
  const endBeat = startHeartbeats(folder, () => stop.abort(new Error('The fetch was stopped.')));
  let told = ownRecord();
  const tell = async (record: Partial<FetchRecord>) => {
    told = { ...told, ...record };
    await writeRecord(folder, told);
  };
  const done = fetchAll(model, folder, tell, signal)
    .catch(async (cause: unknown) => {
      const error = isFullDisk(cause) ? storageFull(cause) : cause;
      const failure = error instanceof AppError ? error.code : 'internal';
      const outcome = signal.aborted ? { stopped: true } : { failure };
      // Stops the other files.
      stop.abort(error);
      if (isOwn(await readRecord(folder))) await tell(outcome);
      throw error;
    })
    .finally(endBeat);
  return { done };
}

async function fetchAll(
  model: CatalogueModel,
  folder: string,
  tell: (record: Partial<FetchRecord>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const files = await publishedFiles(model, signal);
  const totalBytes = files.reduce((sum, { file }) => sum + file.bytes, 0);
  await tell({ totalBytes });
  await requireFreeSpace(folder, totalBytes);
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
