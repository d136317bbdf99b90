import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '../../../i18n/language.ts';
import { AppError } from '../../../contracts/errors.ts';
import { type CatalogueModel, catalogue } from './catalogue.ts';
import { beginFetch } from './fetch-model.ts';
import { modelFor, modelsFolder } from './folder.ts';

/** The smallest recogniser of the catalogue for each language. */
export const defaultRecognizers: readonly CatalogueModel[] = languages.flatMap((language) =>
  catalogue
    .filter((model) => model.kind === 'recognition' && model.languages.includes(language))
    .toSorted((a, b) => a.megabytes - b.megabytes)
    .slice(0, 1),
);

/** This file exists once the owner has removed the recogniser. */
const declinedFile = (id: string) => path.join(modelsFolder(), `.declined-${id}`);

/** Records that the owner removed a recogniser, so the next start does not fetch it again. */
export async function declineDefault(id: string): Promise<void> {
  if (defaultRecognizers.some((model) => model.id === id)) await writeFile(declinedFile(id), '');
}

/**
 * Starts to fetch a default recogniser for each language without a model, unless the owner removed it. Restarts failed fetches.
 * @returns their ids, also of those that another process fetches already
 * @throws AppError storage_full
 */
export async function beginDefaultRecognizers(): Promise<string[]> {
  const begunIds: string[] = [];
  for (const model of defaultRecognizers) {
    if (model.languages.every((language) => modelFor('recognition', language) !== undefined)) continue;
    if (existsSync(declinedFile(model.id))) continue;
    begunIds.push(model.id);
    await beginUnlessBusy(model);
  }
  return begunIds;
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
