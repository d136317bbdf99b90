import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import { hourMs } from '../../time.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type BackupLine, type TableSum, tableSum, writeBackup } from './backup-file.ts';
import { requireFreeSpace } from '../platform/free-space.ts';
import { log } from '../platform/log.ts';
import { readRows } from '../platform/sql.ts';
import type { Storage } from '../platform/storage/index.ts';
import { withClient } from '../platform/with-client.ts';

const { sql } = Prisma;

export interface BackupCounts {
  rows: number;
  files: number;
  /** Recordings that a row names and the storage does not have. */
  absent: string[];
}

/** Tables whose state belongs only to this machine and moment. */
const excludedTables = ['_prisma_migrations', 'rate_limits', 'AdminSession', 'AgentWorker', 'Setting'];
const rowsAtATime = 500;
const pieceBytes = 768 * 1024;

/**
 * Writes a snapshot of the database and all recordings to one file, renamed when complete.
 * @throws Error if the database or the storage cannot be read, or the disk would be left with less than MIN_FREE_MB
 */
export async function backUp(
  from: { databaseUrl: string; storage: Storage },
  to: { file: string; key?: string },
): Promise<BackupCounts> {
  removeAbandonedParts(path.dirname(to.file));
  const counts: BackupCounts = { rows: 0, files: 0, absent: [] };
  await withClient(from.databaseUrl, async (client) => {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${sumSettings}`);
    const folder = path.dirname(to.file);
    try {
      // Recordings are most of a backup and do not compress.
      await requireFreeSpace(folder, await bytesOfRecordings(client));
      const lines = linesOf(client, from.storage, counts);
      await writeBackup(lines, to.file, to.key, () => requireFreeSpace(folder));
    } catch (cause) {
      if (!(cause instanceof AppError && cause.code === 'storage_full')) throw cause;
      const advice = 'keep fewer there, or name another disk';
      throw new Error(`${folder} has no room for the backup: ${advice}.`, { cause });
    }
  });
  await withClient(from.databaseUrl, (client) =>
    client.query(`INSERT INTO "Setting" ("key", "value") VALUES ('backup', to_jsonb(now()))
      ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`),
  ).catch((error: unknown) => {
    if (!isReadOnly(error)) throw error;
    log.warn('backup_time_not_stored', {}, error);
  });
  return counts;
}

/** A replica is read-only: its backup is valid, but only the file shows when it was made. */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

async function bytesOfRecordings(client: pg.Client): Promise<number> {
  const [row] = await readRows(
    z.object({ bytes: z.number() }),
    sql`SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM (
      SELECT "audioBytes" AS bytes FROM "Lead" WHERE "audioKey" IS NOT NULL
      UNION ALL SELECT bytes FROM "SentenceRecording") AS recordings`,
    client,
  );
  return row?.bytes ?? 0;
}

const nameOfBackup = /^ovoz-[\dT-]+\.backup$/;

/** Deletes files of killed backups, an hour later. A running backup writes all the time. */
function removeAbandonedParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.part') || !nameOfBackup.test(name.slice(0, -'.part'.length))) continue;
    const part = path.join(folder, name);
    if (Date.now() - statSync(part).mtimeMs > hourMs) rmSync(part);
  }
}

/** Deletes all but the newest backups of a folder, whose names sort by time. Other files stay. */
export function rotateBackups(folder: string, count: number): void {
  const names = readdirSync(folder).filter((name) => nameOfBackup.test(name));
  for (const old of names.toSorted().slice(0, -count)) rmSync(path.join(folder, old));
}

async function* linesOf(
  client: pg.Client,
  storage: Storage,
  counts: BackupCounts,
): AsyncGenerator<BackupLine> {
  const tables: Record<string, TableSum> = {};
  for (const table of await tablesInOrder(client)) {
    const sum = await sumRows(client, pg.escapeIdentifier(table));
    if (sum.rows === 0) continue;
    tables[table] = sum;
    counts.rows += sum.rows;
    for await (const rows of rowsOf(client, table)) yield { table, rows };
  }
  const recordings = await readRows(
    z.object({ key: z.string(), type: z.string().nullable() }),
    sql`SELECT "audioKey" AS key, "audioType" AS type FROM "Lead" WHERE "audioKey" IS NOT NULL
      UNION ALL SELECT "audioKey", 'audio/wav' FROM "SentenceRecording"`,
    client,
  );
  // Ends the snapshot and its connection first, because copying recordings may take long.
  await client.end();
  for (const { key, type } of recordings) {
    const stream = await storage.get(key);
    if (stream === null) counts.absent.push(key);
    else {
      counts.files++;
      yield* filePieces(key, type ?? 'application/octet-stream', stream);
    }
  }
  yield { end: { files: counts.files, tables } };
}

/** Settings for `sumRows`: it reads whole tables, and its checksum depends on the session's time zone. */
export const sumSettings = "SET LOCAL statement_timeout = 0; SET LOCAL timezone = 'UTC'";

/** Counts the rows of a table or query, with a checksum that does not depend on their order. */
export async function sumRows(client: pg.Client, from: string): Promise<TableSum> {
  const sum = `sum(('x' || left(md5(t::text), 15))::bit(60)::bigint)`;
  const { rows } = await client.query(
    `SELECT count(*)::int AS rows, coalesce(${sum}, 0)::text AS checksum FROM ${from} t`,
  );
  return tableSum.parse(rows[0]);
}

/** Yields the rows of a table in batches, each row as JSON text: JavaScript's numbers would lose digits. */
async function* rowsOf(client: pg.Client, table: string): AsyncGenerator<string[]> {
  const select = `SELECT to_json(t)::text AS row FROM ${pg.escapeIdentifier(table)} t`;
  await client.query(`DECLARE rows CURSOR FOR ${select}`);
  for (;;) {
    const { rows }: { rows: { row: string }[] } = await client.query(`FETCH ${rowsAtATime} FROM rows`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await client.query('CLOSE rows');
}

async function* filePieces(
  file: string,
  type: string,
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256');
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    hash.update(chunk);
    pending = Buffer.concat([pending, chunk]);
    for (; pending.length > pieceBytes; pending = pending.subarray(pieceBytes))
      yield { file, type, base64: pending.subarray(0, pieceBytes).toString('base64'), last: false };
  }
  yield { file, type, base64: pending.toString('base64'), last: true, sha256: hash.digest('hex') };
}

/** Our tables, each after the tables it refers to. */
export async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const tables = await readRows(
    z.object({ name: z.string(), needs: z.array(z.string()) }),
    sql`SELECT c.relname AS name, coalesce(array_agg(r.relname::text) FILTER (WHERE r.relname IS NOT NULL), '{}') AS needs
     FROM pg_class c
     LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid
     LEFT JOIN pg_class r ON r.oid = f.confrelid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT c.relname = ANY(${excludedTables}::text[])
     GROUP BY c.relname ORDER BY c.relname`,
    client,
  );
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const readyTables = tables.filter(
      ({ name, needs }) => !ordered.includes(name) && needs.every((need) => ordered.includes(need)),
    );
    if (readyTables.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...readyTables.map(({ name }) => name));
  }
  return ordered;
}
