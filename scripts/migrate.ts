import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { directUrl } from '../lib/server/platform/env.ts';
import { migrateJobs } from '../lib/server/platform/queue.ts';
import { messageOf } from '../lib/server/platform/message-of.mjs';

const root = path.resolve(import.meta.dirname, '..');
const migrationsDir = path.join(root, 'prisma', 'migrations');
/** Upgrades to the tables of the initial migration. Each file has the name of the last migration of the old database. */
const upgradeDir = path.join(root, 'prisma', 'upgrade');
const initialName = '20261124000000_initial';
/** From this line on, the initial migration also runs on an upgraded database. */
const functionsMarker = '-- Functions and triggers.';
const tooOldMessage =
  'The database is of a release before 89938ec. Bring it up to that one first (git checkout 89938ec && npm ci && npm run migrate), then to this one.';
const connectLimitMs = 10_000;
/** Our migrations are faster than this: a longer wait means that somebody else's lock is stuck. */
const lockLimitMs = 60_000;
/** The role gets this statement timeout, because a transaction pooler takes no settings from clients. */
const statementLimitMs = 8_000;
/** The lock of Prisma's own command, so that both never migrate at once. */
const advisoryLock = 72_707_369;

/** Prisma's own table, so that `prisma migrate status` and `deploy` know these migrations. */
const createTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;
const selectApplied =
  'SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL';
const insertApplied = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, clock_timestamp(), 1)`;

/**
 * Migrates a database, and the queue's tables in DATABASE_URL, to this version. Concurrent runs take turns.
 * @returns the names of the migrations that were applied now
 * @throws Error if the database is unreachable or too old, if a migration fails, or if an applied one was changed
 */
export async function migrate(databaseUrl: string, lockTimeoutMs = lockLimitMs): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectLimitMs });
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${lockTimeoutMs}`);
    await acquireLock(client);
    await client.query(createTable);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(selectApplied);
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const names = await upgrade(client, applied);
    for (const name of await migrationNames()) if (await applyIfNew(client, name, applied)) names.push(name);
    await migrateJobs();
    await limitStatements(client);
    return names;
  } finally {
    // A pooler would retain the connection, and with it the lock.
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLock]).catch(() => {});
    await client.end();
  }
}

async function acquireLock(client: pg.Client): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
  } catch (cause) {
    const advice = 'another migration runs, or one before it went through a pooler: set DIRECT_URL';
    throw new Error(`The lock of migrations is taken (${advice}).`, { cause });
  }
}

async function limitStatements(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = ${statementLimitMs}', current_user, current_database()) AS sql`,
  );
  // Postgres refuses concurrent changes of one role's settings; the other process sets the same ones.
  await client.query(rows[0]?.sql ?? '').catch((error: Error) => {
    if (!/concurrently updated/.test(error.message)) throw error;
  });
}

/**
 * Brings a database of older, replaced migrations to the initial one, and records that one instead.
 * @returns what was applied
 */
async function upgrade(client: pg.Client, applied: Map<string, string>): Promise<string[]> {
  if (applied.size === 0 || applied.has(initialName)) return [];
  const file = (await readdir(upgradeDir)).find((name) => applied.has(path.parse(name).name));
  if (file === undefined) throw new Error(tooOldMessage);
  const { sql, checksum } = await readMigration(initialName);
  await inTransaction(client, initialName, async () => {
    await client.query(await readFile(path.join(upgradeDir, file), 'utf8'));
    await client.query(sql.slice(sql.indexOf(functionsMarker)));
    await client.query('DELETE FROM "_prisma_migrations"');
    await client.query(insertApplied, [randomUUID(), checksum, initialName]);
  });
  applied.set(initialName, checksum);
  return [initialName];
}

async function readMigration(name: string): Promise<{ sql: string; checksum: string }> {
  const sql = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
  return { sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** @returns true if it was applied now */
async function applyIfNew(client: pg.Client, name: string, applied: Map<string, string>): Promise<boolean> {
  const { sql, checksum } = await readMigration(name);
  const appliedChecksum = applied.get(name);
  if (appliedChecksum === checksum) return false;
  if (appliedChecksum !== undefined)
    throw new Error(`Migration ${name} was changed after it had been applied.`);
  await inTransaction(client, name, async () => {
    await client.query(sql);
    await client.query(insertApplied, [randomUUID(), checksum, name]);
  });
  return true;
}

/** Runs a migration and records it in one transaction, so that a kill leaves neither. */
async function inTransaction(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new Error(`Migration ${name} failed: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function main(): Promise<void> {
  const url = directUrl(process.env) ?? process.env.DATABASE_URL;
  if (url === undefined || url === '') throw new Error('DATABASE_URL: is needed to migrate.');
  // The queue reads DATABASE_URL.
  process.env.DATABASE_URL = url;
  const applied = await migrate(url);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

if (import.meta.main) {
  try {
    await main();
    // Idle connections of the queue would keep this process alive.
    process.exit(0);
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
