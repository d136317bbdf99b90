import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { sumRows, sumSettings, tablesInOrder } from './backup.ts';
import { type BackupLine, type TableSum, backupLines } from './backup-file.ts';
import { requireFreeSpace } from '../platform/free-space.ts';
import { sendJobs } from '../platform/queue.ts';
import { readRows } from '../platform/sql.ts';
import type { Storage } from '../platform/storage/index.ts';
import { withClient } from '../platform/with-client.ts';

const { sql } = Prisma;

/**
 * Restores a backup into an empty migrated database: first the recordings, then all rows in one transaction. It also queues the
 * unfinished leads and calls, because a backup holds no jobs. A repeated restore resumes.
 * @throws Error if the database is in use, the disk is full, or the backup is damaged or from a newer version
 */
export async function restore(
  from: { file: string; key?: string },
  to: { databaseUrl: string; storage: Storage },
): Promise<{ rows: number; files: number; unfinished: number }> {
  await withClient(to.databaseUrl, requireUnused);
  const files = await restoreRecordings(backupLines(from.file, from.key), to.storage);
  const counts = await withClient(to.databaseUrl, async (client) => {
    await requireUnused(client);
    return insertRows(client, backupLines(from.file, from.key));
  });
  return { ...counts, files };
}

async function requireUnused(client: pg.Client): Promise<void> {
  for (const table of await tablesInOrder(client)) {
    const { rows } = await client.query(`SELECT 1 FROM ${pg.escapeIdentifier(table)} LIMIT 1`);
    if (rows.length > 0)
      throw new Error(`The database is in use (${table}): a backup is restored into an empty one.`);
  }
}

/** @throws Error unless the database now has exactly the backup's rows */
async function insertRows(client: pg.Client, lines: AsyncIterable<BackupLine>) {
  const tables = await tablesInOrder(client);
  const columns = new Map<string, string>();
  let rowCount = 0;
  // The backup has the columns that triggers compute.
  const setTriggers = (change: 'DISABLE' | 'ENABLE') =>
    tables.map((table) => `ALTER TABLE ${pg.escapeIdentifier(table)} ${change} TRIGGER USER`).join(';');
  await client.query(`BEGIN; ${sumSettings}; ${setTriggers('DISABLE')}`);
  for await (const line of lines) {
    if ('end' in line) await requireSameRows(client, line.end.tables, columns);
    if (!('rows' in line)) continue;
    const { table, rows } = line;
    if (!tables.includes(table))
      throw new Error(
        `The backup has ${table}, which this version has not: restore it with the version that made it, then upgrade.`,
      );
    rowCount += rows.length;
    const names = Object.keys(JSON.parse(rows[0] ?? '')).map((column) => pg.escapeIdentifier(column));
    columns.set(table, names.join(', '));
    await insert(client, pg.escapeIdentifier(table), names.join(', '), rows);
  }
  await client.query(setTriggers('ENABLE'));
  const unfinished = await queueUnfinished(client);
  await client.query('COMMIT');
  return { rows: rowCount, unfinished };
}

/** @returns how many leads and calls */
async function queueUnfinished(client: pg.Client): Promise<number> {
  const leads = await readRows(
    z.object({ leadId: z.string(), revision: z.number() }),
    sql`SELECT "id" AS "leadId", "revision" FROM "Lead" WHERE "status" IN ('pending', 'processing')`,
    client,
  );
  const calls = await readRows(
    z.object({ callId: z.string() }),
    sql`SELECT c."id" AS "callId" FROM "Call" c LEFT JOIN "Lead" l ON l."callId" = c."id"
      WHERE c."endedAt" IS NULL OR l."id" IS NULL AND
        (c."startedAt" IS NOT NULL OR EXISTS (SELECT FROM "Turn" t WHERE t."callId" = c."id"))`,
    client,
  );
  await sendJobs(client, 'process-lead', leads);
  await sendJobs(client, 'settle-call', calls);
  return leads.length + calls.length;
}

/** Columns added by a newer version get their defaults. */
async function insert(client: pg.Client, table: string, columns: string, rows: string[]): Promise<void> {
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

async function requireSameRows(
  client: pg.Client,
  expectedSums: Record<string, TableSum>,
  columns: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [table, { rows, checksum }] of Object.entries(expectedSums)) {
    const from = `(SELECT ${columns.get(table)} FROM ${pg.escapeIdentifier(table)})`;
    const restored = await sumRows(client, from);
    if (restored.rows !== rows || restored.checksum !== checksum)
      throw new Error(`${table} is not as in the backup: nothing was restored.`);
  }
}

/**
 * Writes each recording to disk and stores it, unless an earlier restore has.
 * @returns how many there are
 */
async function restoreRecordings(lines: AsyncIterable<BackupLine>, storage: Storage): Promise<number> {
  const { spoolFolder } = storage;
  const path = join(spoolFolder, randomUUID());
  let hash = createHash('sha256');
  let count = 0;
  try {
    for await (const line of lines) {
      if (!('file' in line)) continue;
      await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
      const piece = Buffer.from(line.base64, 'base64');
      await requireFreeSpace(spoolFolder, piece.length);
      await appendFile(path, piece, { mode: 0o600 });
      hash.update(piece);
      if (!line.last) continue;
      if (hash.digest('hex') !== line.sha256) throw new Error(`${line.file} is damaged in the backup.`);
      hash = createHash('sha256');
      const { size } = await stat(path);
      const isStored = (await sha256Of(storage, line.file)) === line.sha256;
      if (!isStored) await storage.put(line.file, { path, size, type: line.type });
      await rm(path, { force: true });
      count++;
    }
  } finally {
    await rm(path, { force: true });
  }
  return count;
}

/** Null if there is no such file. */
async function sha256Of(storage: Storage, key: string): Promise<string | null> {
  const stream = await storage.get(key);
  if (stream === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
