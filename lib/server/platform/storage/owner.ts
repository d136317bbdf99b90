import { randomUUID } from 'node:crypto';
import { db } from '../db.ts';
import { storage } from './index.ts';
import { withSpooled } from './spool.ts';

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
  const owner = await storage().get(ownerKey);
  if (owner !== null) return (await new Response(owner).text()) === name;
  await withSpooled(Buffer.from(name), (file) => storage().put(ownerKey, { ...file, type: 'text/plain' }));
  return true;
}
