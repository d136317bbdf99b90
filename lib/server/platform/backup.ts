import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { reserveSpace } from './free-space.ts';
import { log } from './log.ts';
import { readRows } from './sql.ts';
import type { Storage } from './storage/index.ts';

const { sql } = Prisma;

// A backup is a mark and gzip of JSON lines; with a key the gzip is sealed by AES-256-GCM (salt, IV, text, tag).
const plainMark = 'ovoz-backup-1\n';
const sealedMark = 'ovoz-sealed-1\n';
const [saltBytes, ivBytes, tagBytes] = [16, 12, 16];
const headBytes = sealedMark.length + saltBytes + ivBytes;

const line = z.union([
  z.object({ table: z.string(), rows: z.array(z.unknown()) }),
  /** A piece of a recording, in order; the last one says so. */
  z.object({ file: z.string(), type: z.string(), base64: z.string(), last: z.boolean() }),
  z.object({ end: z.object({ rows: z.number(), files: z.number() }) }),
]);
export type BackupLine = z.infer<typeof line>;

export interface BackupCounts {
  rows: number;
  files: number;
  /** Recordings that a lead names and the storage does not have. */
  absent: string[];
}

/** Tables that hold state of this machine and moment alone. */
const leftOut = [
  '_prisma_migrations',
  'rate_limits',
  'AdminSession',
  'AgentWorker',
  'BackupRun',
  'ReleaseFile',
  'StorageLease',
];
const rowsAtATime = 500;
const pieceBytes = 768 * 1024;

/**
 * Writes the database, as it stands at one moment, and all recordings to one file, which is whole when it has its name.
 * @throws Error if the database or the storage cannot be read, or the disk would be left with less than MIN_FREE_MB
 */
export async function backUp(
  from: { databaseUrl: string; storage: Storage },
  to: { file: string; key?: string },
): Promise<BackupCounts> {
  removeAbandonedParts(path.dirname(to.file));
  const counts: BackupCounts = { rows: 0, files: 0, absent: [] };
  await connected(from.databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const space = await roomFor(to.file, await bytesOfRecordings(client));
    try {
      const lines = Readable.from(jsonLines(linesOf(client, from.storage, counts)));
      await writeSealed(lines, to.file, to.key, space.wrote);
    } catch (error) {
      throw error instanceof AppError && error.code === 'storage_full' ? noRoom(to.file, error) : error;
    } finally {
      space.release();
    }
  });
  await connected(from.databaseUrl, (client) =>
    client.query(`INSERT INTO "BackupRun" ("id", "madeAt") VALUES (1, now() AT TIME ZONE 'UTC')
      ON CONFLICT ("id") DO UPDATE SET "madeAt" = excluded."madeAt"`),
  ).catch((error: unknown) => {
    if (!isReadOnly(error)) throw error;
    log.warn('backup_not_noted', {}, error);
  });
  return counts;
}

/** A replica cannot be written: its backup is good, and has to be watched by its file. */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** A client for the work. A connection that is lost between two queries fails the next one, and not the process. */
export async function connected<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function bytesOfRecordings(client: pg.Client): Promise<number> {
  const [row] = await readRows(
    z.object({ bytes: z.number() }),
    sql`SELECT coalesce(sum("audioBytes"), 0)::float8 AS bytes FROM "Lead" WHERE "audioKey" IS NOT NULL`,
    client,
  );
  return row?.bytes ?? 0;
}

/** Recordings are most of a backup, and do not become smaller in it. */
async function roomFor(file: string, bytes: number) {
  return reserveSpace(path.dirname(file), bytes, { isSpool: false }).catch((cause: unknown) => {
    throw cause instanceof AppError ? noRoom(file, cause) : cause;
  });
}

function noRoom(file: string, cause: AppError): Error {
  const folder = path.dirname(file);
  return new Error(`${folder} has no room for the backup: keep fewer there, or name another disk.`, {
    cause,
  });
}

const nameOfBackup = /^ovoz-[\dT-]+\.backup$/;
const abandonedAfterMs = 3_600_000;

/** Remains of a backup that was killed; one under way writes all the time. */
function removeAbandonedParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.part') || !nameOfBackup.test(name.slice(0, -'.part'.length))) continue;
    const part = path.join(folder, name);
    if (Date.now() - statSync(part).mtimeMs > abandonedAfterMs) rmSync(part);
  }
}

/** Removes all but the newest backups of a folder: their names sort by time. Other files stay. */
export function rotateBackups(folder: string, keep: number): void {
  const names = readdirSync(folder).filter((name) => nameOfBackup.test(name));
  for (const old of names.toSorted().slice(0, -keep)) rmSync(path.join(folder, old));
}

async function* jsonLines(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  for await (const each of lines) yield `${JSON.stringify(each)}\n`;
}

async function* linesOf(
  client: pg.Client,
  storage: Storage,
  counts: BackupCounts,
): AsyncGenerator<BackupLine> {
  for (const table of await tablesInOrder(client)) {
    await client.query(
      `DECLARE rows CURSOR FOR SELECT to_json(t) AS row FROM ${pg.escapeIdentifier(table)} t`,
    );
    for (;;) {
      const { rows }: { rows: { row: unknown }[] } = await client.query(`FETCH ${rowsAtATime} FROM rows`);
      if (rows.length === 0) break;
      counts.rows += rows.length;
      yield { table, rows: rows.map(({ row }) => row) };
    }
    await client.query('CLOSE rows');
  }
  const named = await readRows(
    z.object({ key: z.string(), type: z.string().nullable() }),
    sql`SELECT "audioKey" AS key, "audioType" AS type FROM "Lead" WHERE "audioKey" IS NOT NULL ORDER BY "createdAt"`,
    client,
  );
  // Copying takes as long as the recordings are many: no snapshot is held meanwhile, and no connection.
  await client.end();
  for (const { key, type } of named) {
    const stream = await storage.get(key);
    if (stream === null) counts.absent.push(key);
    else {
      counts.files++;
      yield* filePieces(key, type ?? 'application/octet-stream', stream);
    }
  }
  yield { end: { rows: counts.rows, files: counts.files } };
}

async function* filePieces(
  file: string,
  type: string,
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<BackupLine> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    held = Buffer.concat([held, chunk]);
    for (; held.length > pieceBytes; held = held.subarray(pieceBytes))
      yield { file, type, base64: held.subarray(0, pieceBytes).toString('base64'), last: false };
  }
  yield { file, type, base64: held.toString('base64'), last: true };
}

/** Our tables, each behind those it refers to. */
export async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const tables = await readRows(
    z.object({ name: z.string(), needs: z.array(z.string()) }),
    sql`SELECT c.relname AS name, coalesce(array_agg(r.relname::text) FILTER (WHERE r.relname IS NOT NULL), '{}') AS needs
     FROM pg_class c
     LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid
     LEFT JOIN pg_class r ON r.oid = f.confrelid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT c.relname = ANY(${leftOut}::text[])
     GROUP BY c.relname ORDER BY c.relname`,
    client,
  );
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, needs }) => !ordered.includes(name) && needs.every((need) => ordered.includes(need)),
    );
    if (next.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...next.map(({ name }) => name));
  }
  return ordered;
}

async function writeSealed(
  lines: Readable,
  file: string,
  key: string | undefined,
  wrote: (bytes: number) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`;
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
  const cipher = key === undefined ? undefined : createCipheriv('aes-256-gcm', scryptSync(key, salt, 32), iv);
  const framed = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield cipher === undefined ? Buffer.from(plainMark) : Buffer.concat([Buffer.from(sealedMark), salt, iv]);
    for await (const chunk of bytes) {
      await wrote(chunk.length);
      yield chunk;
    }
    if (cipher !== undefined) yield cipher.getAuthTag();
  };
  try {
    const target = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(lines, createGzip(), cipher ?? new PassThrough(), framed, target);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * The lines of a backup, which are verified before the first one is given.
 * @throws Error that says what is wrong: no backup, no key, the wrong key, damage
 */
export async function* backupLines(file: string, key: string | undefined): AsyncGenerator<BackupLine> {
  const unsealed = await opener(file, key);
  try {
    let ended = false;
    for await (const text of textLines(unsealed())) ended = text.startsWith('{"end":');
    if (!ended) throw new Error('its end is missing');
  } catch (cause) {
    throw new Error(`${file} is damaged${key === undefined ? '' : ', or the key is not its key'}.`, {
      cause,
    });
  }
  for await (const text of textLines(unsealed())) yield line.parse(JSON.parse(text));
}

async function* textLines(source: Readable): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const piped = pipeline(source, unpacked);
  piped.catch((error: unknown) => unpacked.destroy(error instanceof Error ? error : undefined));
  yield* createInterface({ input: unpacked, crlfDelay: Infinity });
  await piped;
}

/** Opens what lies under the seal, from its beginning, as often as it is called. */
async function opener(file: string, key: string | undefined): Promise<() => Readable> {
  const handle = await open(file);
  try {
    const { size } = await stat(file);
    const head = Buffer.alloc(headBytes);
    await handle.read(head, 0, headBytes, 0);
    const mark = head.toString('latin1', 0, plainMark.length);
    if (mark === plainMark) return () => createReadStream(file, { start: plainMark.length });
    if (mark !== sealedMark) throw new Error(`${file} is no backup.`);
    if (key === undefined) throw new Error(`${file} is sealed: BACKUP_KEY is needed.`);
    const tag = Buffer.alloc(tagBytes);
    await handle.read(tag, 0, tagBytes, size - tagBytes);
    const salt = head.subarray(sealedMark.length, sealedMark.length + saltBytes);
    const secret = scryptSync(key, salt, 32);
    const iv = head.subarray(headBytes - ivBytes);
    return () =>
      createReadStream(file, { start: headBytes, end: size - tagBytes - 1 }).compose(
        createDecipheriv('aes-256-gcm', secret, iv).setAuthTag(tag),
      );
  } finally {
    await handle.close();
  }
}
