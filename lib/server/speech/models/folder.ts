import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { modelKinds } from '../../../contracts/choices.ts';
import type { ModelKind } from '../../../contracts/models.ts';
import { type Language, languages } from '../../../i18n/language.ts';
import { dayMs } from '../../../time.ts';
import { env } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';

/** The name of the file that describes the model of its folder. */
export const descriptionName = 'model.json';

const modelDescription = z.object({
  kind: z.enum(modelKinds),
  languages: z.array(z.enum(languages)).min(1),
  name: z.string(),
  license: z.string().optional(),
  source: z.string().optional(),
  /** The folder of its files, if outside this one. */
  folder: z.string().optional(),
  installedAt: z.iso.datetime(),
});
export type ModelDescription = z.infer<typeof modelDescription>;

export interface InstalledModel extends ModelDescription {
  id: string;
  /** Folder of its files. */
  folder: string;
}

/** Root of the models: one folder each, renamed into place when complete. */
export function modelsFolder(): string {
  return path.join(
    /* turbopackIgnore: true */ path.resolve(/* turbopackIgnore: true */ env().DATA_DIR),
    'models',
  );
}

/** The models of this machine, whichever process changed them. Hidden folders are unfinished. */
export function installedModels(): InstalledModel[] {
  const folder = modelsFolder();
  if (!existsSync(folder)) return [];
  const names = readdirSync(/* turbopackIgnore: true */ folder).filter((name) => !name.startsWith('.'));
  return names.flatMap((id) => readModel(folder, id) ?? []);
}

function readModel(root: string, id: string): InstalledModel | undefined {
  try {
    const modelFolder = path.join(root, id);
    const text = readFileSync(path.join(/* turbopackIgnore: true */ modelFolder, descriptionName), 'utf8');
    const description = modelDescription.parse(JSON.parse(text));
    return { folder: modelFolder, ...description, id };
  } catch {
    // A foreign folder.
    return undefined;
  }
}

/** The size of a folder's files. Files that are moved away meanwhile do not count. */
export async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(/* turbopackIgnore: true */ folder, { recursive: true }).catch(() => []);
  const stats = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
  return stats.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
}

/** The model for a language: the most specific one, then the newest. */
export function modelFor(kind: ModelKind, language: Language): InstalledModel | undefined {
  return installedModels()
    .filter((model) => model.kind === kind && model.languages.includes(language))
    .toSorted(
      (a, b) => a.languages.length - b.languages.length || b.installedAt.localeCompare(a.installedAt),
    )[0];
}

/** Identifies the files of a model. One that replaces a model of the same name has another key. */
export function modelKey({ folder, installedAt }: InstalledModel): string {
  return `${folder} ${installedAt}`;
}

const scratchPrefix = '.scratch-';

/** Creates a hidden folder for a model that is being added or removed. */
export async function makeScratch(): Promise<string> {
  await mkdir(modelsFolder(), { recursive: true });
  return mkdtemp(path.join(modelsFolder(), scratchPrefix));
}

/** Deletes what dead processes left of uploads and removals, a day later. Logs a folder that it cannot delete. */
export async function removeLeftovers(): Promise<void> {
  const names = await readdir(modelsFolder()).catch(() => []);
  for (const name of names.filter((hidden) => hidden.startsWith(scratchPrefix))) {
    const folder = path.join(modelsFolder(), name);
    const fileStats = await stat(folder).catch(() => undefined);
    if (fileStats === undefined || Date.now() - fileStats.mtimeMs <= dayMs) continue;
    await removeTree(folder).catch((error: unknown) => log.warn('model_leftover_not_removed', {}, error));
  }
}

/** Retries, because a file of a refused archive may still be on its way to the disk. */
export async function removeTree(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Removes a model's folder atomically.
 * @returns true if it existed
 */
export async function discardFolder(folder: string): Promise<boolean> {
  const trashFolder = path.join(modelsFolder(), `${scratchPrefix}${randomUUID()}`);
  try {
    await rename(folder, trashFolder);
  } catch {
    return false;
  }
  await removeTree(trashFolder);
  return true;
}
