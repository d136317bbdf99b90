import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, rmSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
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
const leftOut = ['_prisma_migrations', 'rate_limits', 'AgentWorker', 'AdminSession', 'StorageLease'];
const rowsAtATime = 500;
const pieceBytes = 768 * 1024;

/**
 * Writes the database, as it stands at one moment, and all recordings to one file, which is whole when it has its name.
 * @throws Error if the database or the storage cannot be read
 */
export async function backUp(
  from: { databaseUrl: string; storage: Storage },
  to: { file: string; key?: string },
): Promise<BackupCounts> {
  const client = new pg.Client({ connectionString: from.databaseUrl });
  await client.connect();
  const counts: BackupCounts = { rows: 0, files: 0, absent: [] };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const lines = Readable.from(jsonLines(linesOf(client, from.storage, counts)));
    await writeSealed(lines, to.file, to.key);
    return counts;
  } finally {
    await client.end();
  }
}

/** Removes all but the newest backups of a folder: their names sort by time. Other files stay. */
export function rotateBackups(folder: string, keep: number): void {
  const names = readdirSync(folder).filter((name) => /^ovoz-[\dT-]+\.backup$/.test(name));
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

async function writeSealed(lines: Readable, file: string, key: string | undefined): Promise<void> {
  const part = `${file}.part`;
  const target = createWriteStream(part, { mode: 0o600 });
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
  const cipher = key === undefined ? undefined : createCipheriv('aes-256-gcm', scryptSync(key, salt, 32), iv);
  target.write(cipher === undefined ? plainMark : Buffer.concat([Buffer.from(sealedMark), salt, iv]));
  await pipeline(lines, createGzip(), cipher ?? new PassThrough(), async (bytes: AsyncIterable<Buffer>) => {
    for await (const chunk of bytes)
      if (!target.write(chunk)) await new Promise<void>((resolve) => target.once('drain', resolve));
  });
  const closed = new Promise<void>((resolve, reject) => target.once('close', resolve).once('error', reject));
  target.end(cipher?.getAuthTag());
  await closed;
  const handle = await open(part, 'r');
  await handle.sync().finally(() => handle.close());
  await rename(part, file);
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
