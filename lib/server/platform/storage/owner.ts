import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '../db.ts';
import { storage } from './index.ts';

/** A file beside the recordings with the name of the database that owns them. */
export const ownerKey = 'owner.txt';

/** The setting that names this database. */
const databaseKey = 'database';

/**
 * True if this database owns the storage; it claims one without an owner. Two owners would sweep each other's recordings as
 * orphans.
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
