import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { recordName } from './fetch-record.ts';
import { type ModelDescription, modelsFolder } from './folder.ts';

/** Moves what is whole into its place: from now on it is used. */
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
  await putInPlace(parts, id);
  // Until its folder is renamed the model is being fetched.
  await rm(path.join(modelsFolder(), id, recordName), { force: true });
}

export async function putInPlace(folder: string, id: string): Promise<void> {
  const target = path.join(modelsFolder(), id);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
}
