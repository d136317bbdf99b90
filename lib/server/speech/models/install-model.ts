import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../contracts/errors.ts';
import type { ModelKind } from '../../../contracts/models.ts';
import type { Language } from '../../../i18n/language.ts';
import { localRecognizer } from '../vendors/sherpa/recognizer.ts';
import { sherpaSynthesizer } from '../vendors/sherpa/voice.ts';
import { recordName } from './fetch-record.ts';
import { type ModelDescription, modelsFolder } from './folder.ts';

/**
 * Tries a complete model and moves it into its place, where it is used from now on.
 * @throws AppError model_unusable
 */
export async function install(
  id: string,
  parts: string,
  description: Omit<ModelDescription, 'files' | 'installedAt'>,
): Promise<void> {
  const names = (await readdir(parts, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !['model.json', recordName].includes(entry.name))
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
  await requireUsable(parts, description.kind, description.languages);
  await putInPlace(parts, id);
  // The model counts as being fetched until its folder is renamed.
  await rm(path.join(modelsFolder(), id, recordName), { force: true });
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
      const nobody = { name: 'local', synthesize: async function* () {}, warm: async () => undefined };
      await Array.fromAsync(sherpaSynthesizer(folder, nobody, language).synthesize('a', { language }));
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
