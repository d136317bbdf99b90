import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '../db.ts';
import { storage } from './index.ts';

/** Beside the recordings: the name of the database whose leads name them. */
export const ownerKey = 'owner.txt';

/** The setting that names this database. */
const databaseKey = 'database';

/**
 * Whether the recordings in the storage belong to this database, which takes a storage that has no owner. Two deployments in one bucket
 * without prefixes would each take the other's recordings for orphans.
 */
export async function ownsRecordings(): Promise<boolean> {
  await db().setting.createMany({ data: { key: databaseKey, value: randomUUID() }, skipDuplicates: true });
  const { value } = await db().setting.findUniqueOrThrow({ where: { key: databaseKey } });
  const name = String(value);
  const kept = await storage().get(ownerKey);
  if (kept !== null) return (await new Response(kept).text()) === name;
  const { spoolFolder } = storage();
  const path = join(spoolFolder, randomUUID());
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  await writeFile(path, name, { mode: 0o600 });
  await storage().put(ownerKey, { path, size: name.length, type: 'text/plain' });
  await rm(path, { force: true });
  return true;
}
