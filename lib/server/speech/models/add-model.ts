import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../../contracts/errors.ts';
import type { ModelKind } from '../../../contracts/models.ts';
import type { Language } from '../../../i18n/language.ts';
import { isFullDisk, requireFreeSpace, storageFull } from '../../platform/free-space.ts';
import { unpackTar } from './archive.ts';
import { catalogue } from './catalogue.ts';
import { install, putInPlace, requireUsable, writeDescription } from './install-model.ts';
import { makeScratch, modelsFolder, removeTree } from './folder.ts';

/** The limit of an unpacked model. */
const maxModelBytes = 4_000_000_000;

interface NewModel {
  kind: ModelKind;
  languages: Language[];
}

/**
 * Uses a folder of this machine in place. One in the models' folder is only described.
 * @throws AppError model_unusable
 */
export async function addFolder(folder: string, { kind, languages }: NewModel): Promise<string> {
  const folderPath = path.resolve(/* turbopackIgnore: true */ folder);
  const name = path.basename(folderPath);
  await requireUsable(folderPath, kind, languages);
  if (path.dirname(folderPath) === modelsFolder()) {
    await writeDescription(folderPath, { kind, languages, name, source: folderPath });
    return name;
  }
  const id = idOf(name);
  return withScratchFolder(async (scratch) => {
    await writeDescription(scratch, { kind, languages, name, source: folderPath, folder: folderPath });
    await putInPlace(scratch, id);
    return id;
  });
}

/**
 * Unpacks an archive as it arrives and uses the model when complete; deletes an incomplete one.
 * @throws AppError model_unusable, too_large, bad_request, storage_full
 */
export async function addArchive(
  body: ReadableStream<Uint8Array> | Readable,
  { name, kind, languages }: NewModel & { name: string },
): Promise<string> {
  return withScratchFolder(async (scratch) => {
    await requireFreeSpace(scratch);
    const outer = path.join(
      /* turbopackIgnore: true */ scratch,
      path.basename(name).replace(/(\.tar|\.tgz|\.tbz2?)(\.\w+)?$/i, '') || 'model',
    );
    await mkdir(outer);
    await unpackTar(body, outer, { maxBytes: maxModelBytes });
    // The published name shows the kind of model. The folder's name is preferred to the archive's.
    const [first, ...others] = await readdir(/* turbopackIgnore: true */ outer, { withFileTypes: true });
    const inner =
      first?.isDirectory() && others.length === 0
        ? path.join(/* turbopackIgnore: true */ outer, first.name)
        : outer;
    const modelName = path.basename(inner);
    const id = idOf(modelName);
    await install(id, inner, { kind, languages, name: modelName });
    return id;
  }).catch((error: unknown) => {
    if (isFullDisk(error)) throw storageFull(error);
    if (error instanceof AppError) throw error;
    throw new AppError('bad_request', { detail: 'The archive cannot be read.', cause: error });
  });
}

async function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeScratch();
  try {
    return await work(folder);
  } finally {
    await removeTree(folder);
  }
}

/** The name in small letters. Ids of the catalogue are reserved for fetched models. */
function idOf(name: string): string {
  const id =
    name
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, 90) || 'model';
  return catalogue.some((model) => model.id === id) ? `own-${id}` : id;
}
