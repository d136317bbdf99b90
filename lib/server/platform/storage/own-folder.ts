import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../contracts/errors.ts';
import { db } from '../db.ts';

/** The setting that names the folder with this database's recordings. */
const folderKey = 'recordings_folder';

/** Returns the folder's name; the first call creates it. Web apps that share the folder read the same name. */
async function folderName(dataDir: string): Promise<string> {
  const folder = join(/* turbopackIgnore: true */ dataDir, 'audio');
  const file = join(/* turbopackIgnore: true */ folder, '.folder');
  const existingName = await readFile(file, 'utf8').catch(() => '');
  if (existingName !== '') return existingName.trim();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const firstWrite = writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 });
  await firstWrite.catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

const claimedFolders = new Set<string>();

/**
 * Records a folder as the only one with this database's recordings: a second folder would lack the first one's files.
 * @throws AppError storage_failed that names the remedy
 */
export async function claimFolder(dataDir: string): Promise<void> {
  if (claimedFolders.has(dataDir)) return;
  const name = await folderName(dataDir);
  await db().setting.createMany({ data: { key: folderKey, value: name }, skipDuplicates: true });
  const { value } = await db().setting.findUniqueOrThrow({ where: { key: folderKey } });
  if (value === name) return void claimedFolders.add(dataDir);
  throw new AppError('storage_failed', {
    detail:
      'Another folder has the recordings of this database. Set S3_BUCKET or BLOB_READ_WRITE_TOKEN, or let all web apps share one DATA_DIR. ' +
      `If that folder is lost, write ${String(value)} into DATA_DIR/audio/.folder.`,
  });
}
