import path from 'node:path';
import { AppError } from '../../../contracts/errors.ts';
import type { ModelEntry } from '../../../contracts/models.ts';
import { log } from '../../platform/log.ts';
import { catalogue } from './catalogue.ts';
import { declineDefault } from './default-recognizers.ts';
import { beginFetch } from './fetch-model.ts';
import { fetchState, unfinishedFolder } from './fetch-record.ts';
import { bytesIn, discardFolder, installedModels, modelsFolder, removeLeftovers } from './folder.ts';

/** The models of the catalogue with their state, and those added by hand. */
export async function listModels(): Promise<ModelEntry[]> {
  const states = await Promise.all(catalogue.map(({ id }) => fetchState(id)));
  // Read last: a fetch that ends meanwhile shows as installed, never as absent.
  const installed = await Promise.all(
    installedModels().map(async ({ id, kind, languages, name, license, source, folder }) => {
      const bytes = await bytesIn(folder);
      const sizes = { totalBytes: bytes, doneBytes: bytes };
      return { id, kind, languages, name, license, source, state: 'installed' as const, ...sizes };
    }),
  );
  const catalogueEntries = catalogue.map((model, at): ModelEntry => {
    const { id, kind, name, license, repository: source } = model;
    const entry = { id, kind, languages: [...model.languages], name, license, source };
    const installedEntry = installed.find((candidate) => candidate.id === id);
    if (installedEntry !== undefined) return { ...installedEntry, ...entry };
    const state = states[at];
    const totalBytes = state?.totalBytes ?? model.megabytes * 1_000_000;
    if (state === undefined) return { ...entry, state: 'absent', totalBytes, doneBytes: 0 };
    const { isAlive, doneBytes, failure } = state;
    return { ...entry, state: isAlive ? 'fetching' : 'stopped', totalBytes, doneBytes, failure };
  });
  return [...catalogueEntries, ...installed.filter(({ id }) => !catalogue.some((model) => model.id === id))];
}

/**
 * Starts to fetch a model of the catalogue from its first byte.
 * @throws AppError not_found, model_busy, storage_full
 */
export async function startFetch(id: string): Promise<void> {
  const model = catalogue.find((candidate) => candidate.id === id);
  if (model === undefined) throw new AppError('not_found', { detail: `There is no model ${id}.` });
  if (installedModels().some((installed) => installed.id === id)) return;
  const { done } = await beginFetch(model);
  void done.then(
    () => log.info('model_installed', { id }),
    (error: unknown) => log.warn('model_fetch_failed', { id }, error),
  );
}

/** Restarts the fetches of dead processes and deletes their leftovers. Logs what fails. */
export async function resumeFetches(): Promise<void> {
  await removeLeftovers();
  await Promise.all(catalogue.map(({ id }) => resumeFetch(id)));
}

async function resumeFetch(id: string): Promise<void> {
  const state = await fetchState(id);
  if (state === undefined || state.failure !== undefined) return;
  await startFetch(id).catch((error: unknown) => {
    const isBusy = error instanceof AppError && error.code === 'model_busy';
    if (!isBusy) log.warn('model_fetch_failed', { id }, error);
  });
}

/**
 * Removes a model, or ends its fetch, whichever process runs it. The next use of speech does without it.
 * @throws AppError not_found
 */
export async function removeModel(id: string): Promise<void> {
  const removals = await Promise.all(
    [path.join(modelsFolder(), id), unfinishedFolder(id)].map(discardFolder),
  );
  if (!removals.includes(true)) throw new AppError('not_found', { detail: `There is no model ${id}.` });
  await declineDefault(id);
}
