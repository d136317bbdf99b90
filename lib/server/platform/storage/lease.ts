import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../contracts/errors.ts';
import { db } from '../db.ts';

/** How often a process that uses the folder says so, and how long it counts on what it has said. */
export const renewEveryMs = 30_000;
/** A folder nobody has spoken for in so long may be replaced by another one, as after a move to another machine. */
const leaseS = 90;

/** The folder's own name, made once: web apps that share the folder share it, those with folders of their own do not. */
async function folderName(dataDir: string): Promise<string> {
  const folder = join(/* turbopackIgnore: true */ dataDir, 'audio');
  const file = join(/* turbopackIgnore: true */ folder, '.folder');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known !== '') return known.trim();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 });
  await made.catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

const held = new Map<string, number>();

/**
 * Takes or renews the lease that makes one folder the storage of this database. Web apps with folders of their own would each lack
 * what the other one stored.
 * @throws AppError storage_failed that says what to do, while another folder is in use
 */
export async function leaseFolder(dataDir: string): Promise<void> {
  if (performance.now() < (held.get(dataDir) ?? 0)) return;
  const askedAtMs = performance.now();
  const holder = await folderName(dataDir);
  const taken = await db().$executeRaw`
    INSERT INTO "StorageLease" AS l ("id", "holder", "seenAt") VALUES (1, ${holder}, now())
    ON CONFLICT ("id") DO UPDATE SET "holder" = ${holder}, "seenAt" = now()
    WHERE l."holder" = ${holder} OR l."seenAt" < now() - make_interval(secs => ${leaseS})`;
  if (taken === 1) return void held.set(dataDir, askedAtMs + renewEveryMs);
  held.delete(dataDir);
  throw new AppError('storage_failed', {
    detail:
      'Another web app keeps the recordings in a folder of its own. Set S3_BUCKET or BLOB_READ_WRITE_TOKEN, or let both share one DATA_DIR.',
  });
}
