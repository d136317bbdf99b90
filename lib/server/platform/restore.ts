import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type BackupCounts, backupLines, tablesInOrder } from './backup.ts';
import type { Storage } from './storage/index.ts';

/**
 * Brings a backup into a migrated database that holds no lead and no call yet. The rows come in one transaction, after the recordings: a
 * restore that breaks off leaves the database empty and can be done again.
 * @throws Error if the database is in use, or the backup is damaged or from a newer version
 */
export async function restore(
  from: { file: string; key?: string },
  to: { databaseUrl: string; storage: Storage },
): Promise<BackupCounts> {
  const client = new pg.Client({ connectionString: to.databaseUrl });
  await client.connect();
  const counts: BackupCounts = { rows: 0, files: 0, absent: [] };
  try {
    const { rows: found } = await client.query('SELECT 1 FROM "Lead" UNION ALL SELECT 1 FROM "Call" LIMIT 1');
    if (found.length > 0) throw new Error('The database is in use: a backup is restored into an empty one.');
    const tables = await tablesInOrder(client);
    await client.query('BEGIN');
    for await (const line of backupLines(from.file, from.key)) {
      if ('rows' in line) {
        if (!tables.includes(line.table))
          throw new Error(`The backup is of another version: it has ${line.table}.`);
        counts.rows += line.rows.length;
        await insert(client, line.table, line.rows);
      } else if ('file' in line) {
        if (await takePiece(to.storage, line)) counts.files++;
      }
    }
    await client.query('COMMIT');
    return counts;
  } finally {
    await client.end();
  }
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

interface Piece {
  file: string;
  type: string;
  base64: string;
  last: boolean;
}

let arriving: string | undefined;

/** Gathers a recording on disk and stores it with its last piece. @returns whether it is stored */
async function takePiece(storage: Storage, { file, type, base64, last }: Piece): Promise<boolean> {
  await mkdir(storage.spoolFolder, { recursive: true, mode: 0o700 });
  arriving ??= join(storage.spoolFolder, randomUUID());
  await appendFile(arriving, Buffer.from(base64, 'base64'), { mode: 0o600 });
  if (!last) return false;
  const { size } = await stat(arriving);
  await storage.put(file, { path: arriving, size, type });
  await rm(arriving, { force: true });
  arriving = undefined;
  return true;
}
