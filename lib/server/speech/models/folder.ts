import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { modelKinds } from '../../../contracts/choices.ts';
import type { ModelKind } from '../../../contracts/models.ts';
import { type Language, languages } from '../../../i18n/language.ts';
import { env } from '../../platform/env.ts';

/** Says in a model's folder what the model is. */
export const descriptionName = 'model.json';
/** The record of a fetch in the folder of its parts, which becomes the model's folder. */
export const recordName = 'fetch.json';

const modelDescription = z.object({
  kind: z.enum(modelKinds),
  languages: z.array(z.enum(languages)).min(1),
  name: z.string(),
  license: z.string().optional(),
  source: z.string().optional(),
  /** The kind of a single-file recognition model. */
  family: z.string().optional(),
  /** The folder of its files, if outside this one. */
  folder: z.string().optional(),
  installedAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});
export type ModelDescription = z.infer<typeof modelDescription>;

export interface InstalledModel extends ModelDescription {
  id: string;
  /** Folder of its files. */
  folder: string;
}

/** Prefixes of hidden names, which are skipped: partial archives, and what a process adds or removes. */
export const archiveMark = '.archive-';
const scratchMark = '.scratch-';
const scratchName = /^\.scratch-(\d+)-(.+)-[0-9a-f]{8}$/;

/** True for a process that runs. Machines may share the folder; the processes of another one are believed to run. */
export function isRunning({ pid, host }: { pid: number; host: string | undefined }): boolean {
  if (host !== os.hostname()) return true;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A new hidden path for what this process adds or removes. Other processes leave it alone while this one runs. */
export function scratchPath(): string {
  const name = `${scratchMark}${process.pid}-${os.hostname()}-${randomUUID().slice(0, 8)}`;
  return path.join(modelsFolder(), name);
}

/** True for the name of a scratch path whose process has died. */
export function isLeftScratch(name: string): boolean {
  const [, pid, host] = scratchName.exec(name) ?? [];
  return pid !== undefined && !isRunning({ pid: Number(pid), host });
}

/** Root of the models: one folder each, renamed into place when complete. */
export function modelsFolder(): string {
  return path.join(
    /* turbopackIgnore: true */ path.resolve(/* turbopackIgnore: true */ env().DATA_DIR),
    'models',
  );
}

const none: InstalledModel[] = [];
/** Two changes within this time may have the same timestamp on a coarse file system. */
const tickMs = 50;
let read: { atMs: number; changedMs: number; folder: string; models: InstalledModel[] } | undefined;

/** The models of this machine, whichever process changed them; reads the folder again only after a change. */
export function installedModels(): InstalledModel[] {
  const folder = modelsFolder();
  const atMs = Date.now();
  const changedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (changedMs === undefined) return none;
  const isSettled = read !== undefined && read.atMs - read.changedMs > tickMs;
  if (isSettled && read?.changedMs === changedMs && read.folder === folder) return read.models;
  const names = readdirSync(/* turbopackIgnore: true */ folder).filter((name) => !name.startsWith('.'));
  read = { atMs, changedMs, folder, models: names.flatMap((id) => readModel(folder, id) ?? []) };
  return read.models;
}

function readModel(root: string, id: string): InstalledModel | undefined {
  try {
    const own = path.join(root, id);
    const text = readFileSync(path.join(/* turbopackIgnore: true */ own, descriptionName), 'utf8');
    const description = modelDescription.parse(JSON.parse(text));
    return { folder: own, ...description, id };
  } catch {
    // A foreign folder.
    return undefined;
  }
}

/** The model's files in a folder, with their sizes. Leaves out those that are moved away meanwhile. */
export async function filesIn(folder: string): Promise<ModelDescription['files']> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(/* turbopackIgnore: true */ folder, options).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && ![descriptionName, recordName].includes(entry.name))
    .map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const found = await stat(file).catch(() => undefined);
      return found === undefined ? [] : { path: path.relative(folder, file), bytes: found.size };
    });
  return (await Promise.all(files)).flat();
}

export function bytesOf(files: ModelDescription['files']): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The model for a language: the most specific one, then the newest. */
export function modelFor(kind: ModelKind, language: Language): InstalledModel | undefined {
  return installedModels()
    .filter((model) => model.kind === kind && model.languages.includes(language))
    .toSorted(
      (a, b) => a.languages.length - b.languages.length || b.installedAt.localeCompare(a.installedAt),
    )[0];
}

export function modelFolder(kind: ModelKind, language: Language): string | undefined {
  return modelFor(kind, language)?.folder;
}

/**
 * Removes a model's folder atomically.
 * @returns true if it existed
 */
export async function discardFolder(folder: string): Promise<boolean> {
  const gone = scratchPath();
  const wasThere = await rename(folder, gone).then(
    () => true,
    () => false,
  );
  await rm(gone, { recursive: true, force: true, maxRetries: 5 });
  return wasThere;
}
