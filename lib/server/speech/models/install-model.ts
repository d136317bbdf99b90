import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../contracts/errors.ts';
import type { ModelKind } from '../../../contracts/models.ts';
import type { Language } from '../../../i18n/language.ts';
import { localRecognizer } from '../vendors/sherpa/recognizer.ts';
import { sherpaSynthesizer } from '../vendors/sherpa/voice.ts';
import { type ModelDescription, descriptionName, modelsFolder } from './folder.ts';

/**
 * Tries a complete model and moves it into its place, where it is used from now on.
 * @throws AppError model_unusable
 */
export async function install(
  id: string,
  parts: string,
  description: Omit<ModelDescription, 'installedAt'>,
): Promise<void> {
  await writeDescription(parts, description);
  await requireUsable(parts, description.kind, description.languages);
  await putInPlace(parts, id);
}

/** Writes the description of a model; the time of installation is now. */
export async function writeDescription(
  folder: string,
  description: Omit<ModelDescription, 'installedAt'>,
): Promise<void> {
  const fullDescription: ModelDescription = { ...description, installedAt: new Date().toISOString() };
  const file = path.join(/* turbopackIgnore: true */ folder, descriptionName);
  await writeFile(file, `${JSON.stringify(fullDescription, undefined, 2)}\n`);
}

/**
 * Tries the model once in its own process: it speaks or recognises.
 * @throws AppError model_unusable
 */
export async function requireUsable(
  folder: string,
  kind: ModelKind,
  [language = 'uz']: Language[],
): Promise<void> {
  try {
    if (kind === 'voice') {
      await Array.fromAsync(sherpaSynthesizer(folder, language).synthesize('a', { language }));
      return;
    }
    const recognizer = localRecognizer(folder);
    await recognizer.check().finally(() => recognizer.close());
  } catch (cause) {
    throw new AppError('model_unusable', { cause });
  }
}

export async function putInPlace(folder: string, id: string): Promise<void> {
  const target = path.join(modelsFolder(), id);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
}
