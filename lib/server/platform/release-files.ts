import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { dayMs } from '../../time.ts';
import { db } from './db.ts';

/** A page may stay open this long after the last web app of its release is gone. */
const keptMs = 30 * dayMs;
const filesAtATime = 20;

let published: Promise<void> | undefined;

/**
 * Shares the static files of this release, once and then daily (on Vercel its build does), before visitors are sent here: a page asks for its scripts whenever it
 * needs them, and the answer may come from a web app of the release before or after.
 * @throws what the database throws; the next call tries again
 */
export function shareRelease(): Promise<void> {
  if (process.env.NODE_ENV !== 'production' || process.env.VERCEL) return Promise.resolve();
  published ??= publishFiles(join(/* turbopackIgnore: true */ process.cwd(), '.next', 'static')).then(
    () => void setTimeout(() => (published = undefined), dayMs).unref(),
    (error: unknown) => {
      published = undefined;
      throw error;
    },
  );
  return published;
}

/** Keeps the files below a folder for other releases. */
export async function publishFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const seenAt = new Date();
  await db().releaseFile.updateMany({ where: { path: { in: paths } }, data: { seenAt } });
  const known = await db().releaseFile.findMany({ where: { path: { in: paths } }, select: { path: true } });
  const absent = paths.filter((path) => !known.some((file) => file.path === path));
  for (let at = 0; at < absent.length; at += filesAtATime) {
    const read = absent.slice(at, at + filesAtATime).map(async (path) => ({
      path,
      seenAt,
      content: new Uint8Array(await readFile(join(folder, path))),
    }));
    await db().releaseFile.createMany({ data: await Promise.all(read), skipDuplicates: true });
  }
}

/** A static file of any release of late; null if none had it. */
export async function releaseFile(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  // Postgres takes no such character.
  if (path.includes('\0')) return null;
  return (await db().releaseFile.findUnique({ where: { path } }))?.content ?? null;
}

/** Of the releases that were last seen so long ago the newest stays: on Vercel, where none is seen but as it is built, it may still be the current one. */
export async function forgetOldReleases(now = new Date()): Promise<void> {
  const where = { seenAt: { lt: new Date(now.getTime() - keptMs) } };
  const { seenAt } = (await db().releaseFile.aggregate({ where, _max: { seenAt: true } }))._max;
  if (seenAt !== null) await db().releaseFile.deleteMany({ where: { seenAt: { lt: seenAt } } });
}
