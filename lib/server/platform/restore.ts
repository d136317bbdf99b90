import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type BackupCounts, connected, tablesInOrder } from './backup.ts';
import { type BackupLine, backupLines } from './backup-file.ts';
import { requireFreeSpace } from './free-space.ts';
import type { Storage } from './storage/index.ts';

/**
 * Brings a backup into a migrated database that holds no lead and no call yet. The recordings come first, the rows after them in one
 * transaction: a restore that breaks off leaves the database empty, and goes on from what is stored when it is done again.
 * @throws Error if the database is in use, the disk is full, or the backup is damaged or from a newer version
 */
export async function restore(
  from: { file: string; key?: string },
  to: { databaseUrl: string; storage: Storage },
): Promise<BackupCounts> {
  await connected(to.databaseUrl, requireUnused);
  const files = await restoreRecordings(backupLines(from.file, from.key), to.storage);
  const rows = await connected(to.databaseUrl, async (client) => {
    await requireUnused(client);
    return insertRows(client, backupLines(from.file, from.key));
  });
  return { rows, files, absent: [] };
}

async function requireUnused(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query('SELECT 1 FROM "Lead" UNION ALL SELECT 1 FROM "Call" LIMIT 1');
  if (found.length > 0) throw new Error('The database is in use: a backup is restored into an empty one.');
}

async function insertRows(client: pg.Client, lines: AsyncIterable<BackupLine>): Promise<number> {
  const tables = await tablesInOrder(client);
  let count = 0;
  await client.query('BEGIN');
  for await (const line of lines) {
    if (!('rows' in line)) continue;
    if (!tables.includes(line.table))
      throw new Error(`The backup is of another version: it has ${line.table}.`);
    count += line.rows.length;
    await insert(client, line.table, line.rows);
  }
  await client.query('COMMIT');
  return count;
}

/** Columns that a newer version has besides get their defaults. */
async function insert(client: pg.Client, table: string, rows: unknown[]): Promise<void> {
  const name = pg.escapeIdentifier(table);
  const columns = Object.keys(Object(rows[0]))
    .map((column) => pg.escapeIdentifier(column))
    .join(', ');
  await client.query(
    `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

/** Gathers each recording on disk and stores it, unless an earlier try has. @returns how many there are */
async function restoreRecordings(lines: AsyncIterable<BackupLine>, storage: Storage): Promise<number> {
  const { spoolFolder } = storage;
  const path = join(spoolFolder, randomUUID());
  let count = 0;
  try {
    for await (const line of lines) {
      if (!('file' in line)) continue;
      await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
      const piece = Buffer.from(line.base64, 'base64');
      await requireFreeSpace(spoolFolder, piece.length);
      await appendFile(path, piece, { mode: 0o600 });
      if (!line.last) continue;
      const known = await storage.get(line.file);
      await known?.cancel();
      const { size } = await stat(path);
      if (known === null) await storage.put(line.file, { path, size, type: line.type });
      await rm(path, { force: true });
      count++;
    }
  } finally {
    await rm(path, { force: true });
  }
  return count;
}
