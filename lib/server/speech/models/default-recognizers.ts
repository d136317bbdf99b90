import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '../../../i18n/language.ts';
import { AppError } from '../../../contracts/errors.ts';
import { type CatalogueModel, catalogue } from './catalogue.ts';
import { beginFetch } from './fetch-model.ts';
import { fetchState } from './fetch-record.ts';
import { modelFor, modelsFolder } from './folder.ts';

/** The smallest recogniser of the catalogue for each language. */
export const defaultRecognizers: readonly CatalogueModel[] = languages.flatMap((language) =>
  catalogue
    .filter((model) => model.kind === 'recognition' && model.languages.includes(language))
    .toSorted((a, b) => a.megabytes - b.megabytes)
    .slice(0, 1),
);

/** Exists once the defaults were begun: what the owner removes later stays removed. */
const begunFile = () => path.join(modelsFolder(), '.defaults-begun');

/**
 * Fetches a default recogniser for each language without a model, unless the owner removed it. Restarts failed fetches.
 * @returns their ids, also of those that another process fetches already
 * @throws AppError storage_full
 */
export async function beginDefaultRecognizers(): Promise<string[]> {
  const isFirst = !existsSync(begunFile());
  const begun: string[] = [];
  for (const model of defaultRecognizers) {
    if (model.languages.every((language) => modelFor('recognition', language) !== undefined)) continue;
    const state = await fetchState(model.id);
    if (state === undefined ? !isFirst : state.stopped) continue;
    begun.push(model.id);
    await beginUnlessBusy(model);
  }
  await mkdir(modelsFolder(), { recursive: true });
  await writeFile(begunFile(), '');
  return begun;
}

async function beginUnlessBusy(model: CatalogueModel): Promise<void> {
  try {
    const { done } = await beginFetch(model);
    // The record in the model's folder has the reason of a failure.
    done.catch(() => undefined);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'model_busy') throw error;
  }
}
