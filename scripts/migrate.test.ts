import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { setUpEnvironment } from '../lib/server/testing/server.ts';
import { migrate } from './migrate.ts';

setUpEnvironment();

/** Runs a query on a connection that stays open until `end`. */
const openQuery = async (sql: string) => {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const { rows }: { rows: Record<string, string>[] } = await client.query(sql);
  return { rows, end: () => client.end() };
};

test('a migration whose lock a pooler retains fails with the remedy, instead of hanging', async () => {
  const stuck = await openQuery('SELECT pg_advisory_lock(72707369)');
  await expect(migrate(process.env.DATABASE_URL ?? '', 200)).rejects.toThrow(/set DIRECT_URL/);
  await stuck.end();
  expect(await migrate(process.env.DATABASE_URL ?? '')).toEqual([]);
});

test('the role limits each statement to 8 s, because a pooler would refuse a setting of the client', async () => {
  await migrate(process.env.DATABASE_URL ?? '');
  const { rows, end } = await openQuery('SHOW statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '8s' }]);
  await end();
});

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8');
const migrationsDir = path.join(import.meta.dirname, '..', 'prisma', 'migrations');
const migrationNames = readdirSync(migrationsDir)
  .filter((name) => !name.endsWith('.toml'))
  .toSorted();

/** An empty database of its own, and a connection to it. */
async function emptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const server = new pg.Client(process.env.DATABASE_URL);
  await server.connect();
  const name = `ovoz_old_${randomUUID().replaceAll('-', '')}`;
  await server.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(process.env.DATABASE_URL ?? ''), { pathname: `/${name}` }).href;
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  });
  return { url, client };
}

/** Records a migration as `npm run migrate` did. */
async function record(client: pg.Client, migration: string): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ($2, 'old', $1, now())`,
    [migration, migration.slice(0, 36)],
  );
}

async function expectSchemaOfNewDatabase(client: pg.Client): Promise<void> {
  const newDatabase = new pg.Client(process.env.DATABASE_URL);
  await newDatabase.connect();
  onTestFinished(() => newDatabase.end());
  for (const [kind, sql] of Object.entries(schemaQueries)) {
    const [upgraded, created] = [(await client.query(sql)).rows, (await newDatabase.query(sql)).rows];
    expect([kind, upgraded]).toEqual([kind, created]);
  }
}

test('a database of the two migrations of 2026-11-23 is recognised and brought to the schema of a new one', async () => {
  const { url, client } = await emptyDatabase();
  await client.query(
    readFileSync(path.join(migrationsDir, '20261124000000_initial', 'migration.sql'), 'utf8'),
  );
  await client.query(migrationsTable);
  for (const { name } of (await client.query<{ name: string }>(ownFunctions)).rows)
    await client.query(`DROP FUNCTION ${name} CASCADE`);
  await client.query(fixture('functions-20261123.sql'));
  for (const name of ['20261123000000_initial', '20261123010000_owner_voice']) await record(client, name);
  await client.query(
    `INSERT INTO "Lead" ("id", "phone", "updatedAt") VALUES (gen_random_uuid(), '+998901111111', now())`,
  );

  expect(await migrate(url)).toEqual(migrationNames);
  expect(await migrate(url)).toEqual([]);
  await expectSchemaOfNewDatabase(client);
  expect((await client.query('SELECT "phone" FROM "Lead"')).rows).toEqual([{ phone: '+998901111111' }]);
});

describe('a database of the 22 migrations that the initial one replaced', () => {
  const parts = fixture('schema-89938ec.sql')
    .split(/^-- migration: /m)
    .slice(1);

  /** A database with the first `count` of the 22 migrations, as `npm run migrate` left it. */
  async function oldDatabase(count = parts.length): Promise<{ url: string; client: pg.Client }> {
    const { url, client } = await emptyDatabase();
    await client.query(migrationsTable);
    for (const part of parts.slice(0, count)) {
      const [migration = ''] = part.split('\n', 1);
      await client.query(part.slice(migration.length));
      await record(client, migration);
    }
    return { url, client };
  }

  test('is brought to the schema of a new one with its data, once', async () => {
    const { url, client } = await oldDatabase();
    await client.query(oldData);
    expect(await migrate(url)).toEqual(migrationNames);
    expect(await migrate(url)).toEqual([]);
    const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
    expect(await rows(`SELECT "phone", "summary", "dialogue" FROM "Lead" ORDER BY "phone"`)).toEqual([
      { phone: '+998901111111', summary: { maqsad: 'narx', ism: 'Aziz' }, dialogue: [{ waitS: 0.42 }] },
      { phone: '+998902222222', summary: 'He called.', dialogue: null },
      { phone: '+998903333333', summary: null, dialogue: null },
    ]);
    const packed = String.fromCharCode(1 + 45, 1 + 55);
    expect(await rows('SELECT "waits", "answers" FROM "Call"')).toEqual([
      { waits: String.fromCharCode(1 + 21), answers: packed },
    ]);
    expect(await rows('SELECT * FROM "Setting" ORDER BY "key"')).toEqual([
      { key: 'backup', value: '2026-11-20T10:00:00+00:00' },
      { key: 'recordings_folder', value: 'this folder' },
    ]);
    expect(await rows('SELECT migration_name FROM "_prisma_migrations"')).toHaveLength(migrationNames.length);
    await expectSchemaOfNewDatabase(client);
  });

  test('is refused while some of them are missing, with the release to pass through', async () => {
    const { url, client } = await oldDatabase(parts.length - 1);
    await expect(migrate(url)).rejects.toThrow('git checkout 89938ec');
    const { rows } = await client.query(`SELECT to_regclass('"CallDay"') IS NOT NULL AS "untouched"`);
    expect(rows).toEqual([{ untouched: true }]);
  });

  test('is migrated by the next run after kills at random moments', async () => {
    const { url, client } = await oldDatabase();
    await client.query(oldData);
    const run = () => {
      const env = { ...process.env, DATABASE_URL: url };
      return spawn(process.execPath, ['scripts/migrate.ts'], { env, stdio: 'ignore' });
    };
    const connections = async () => Number((await client.query(otherConnections)).rows[0]?.count);
    for (let kills = 0; kills < 3; kills++) {
      const killed = run();
      await vi.waitUntil(async () => killed.exitCode !== null || (await connections()) > 0, waiting);
      await delay(Math.random() * killWithinMs);
      killed.kill('SIGKILL');
      // Postgres ends the work of a lost client on its own.
      await vi.waitUntil(async () => (await connections()) === 0, waiting);
    }
    expect(await once(run(), 'exit')).toEqual([0, null]);
    await expectSchemaOfNewDatabase(client);
    expect((await client.query('SELECT count(*)::int FROM "Lead"')).rows).toEqual([{ count: 3 }]);
    expect((await client.query('SELECT count(*) > 0 AS "made" FROM pgboss.queue')).rows).toEqual([
      { made: true },
    ]);
  });
});

/** On an idle machine a whole run takes about this long. */
const killWithinMs = 300;
const waiting = { timeout: 60_000, interval: 5 };
const otherConnections = `SELECT count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
const ownFunctions = `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;

const migrationsTable = `CREATE TABLE "_prisma_migrations" ("id" VARCHAR(36) PRIMARY KEY, "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ, "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

const oldData = `
  INSERT INTO "Call" ("id", "room", "language", "browserHash") VALUES ('00000000-0000-7000-8000-000000000001', 'chat-1', 'uz', 'b');
  INSERT INTO "Turn" ("callId", "index", "speaker", "startedAt", "endedAt", "metrics") VALUES
    ('00000000-0000-7000-8000-000000000001', 0, 'agent', now(), now(), '{"totalMs": 900}'),
    ('00000000-0000-7000-8000-000000000001', 1, 'agent', now(), now(), '{"totalMs": 1100}');
  INSERT INTO "Lead" ("id", "phone", "updatedAt", "callId", "summary", "dialogue") VALUES
    ('00000000-0000-7000-8000-000000000002', '+998901111111', now(), '00000000-0000-7000-8000-000000000001',
      '{"maqsad":"narx","ism":"Aziz"}', '[{"waitS": 0.42}]'),
    ('00000000-0000-7000-8000-000000000003', '+998902222222', now(), NULL, 'He called.', NULL),
    ('00000000-0000-7000-8000-000000000004', '+998903333333', now(), NULL, NULL, NULL);
  INSERT INTO "StorageLease" VALUES (1, 'this folder', now()), (2, 'this database', now());
  UPDATE "BackupRun" SET "madeAt" = '2026-11-20T10:00:00Z';
  INSERT INTO "CallDay" VALUES ('2026-11-20', '{}');
  INSERT INTO "ReleaseFile" VALUES ('a.js', 'x');`;

/** Queries for everything in a schema. Columns are sorted by name, because upgraded tables have another order. */
const schemaQueries = {
  columns: `SELECT table_name, column_name, udt_name, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`,
  indexes: `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
  constraints: `SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid <> '"_prisma_migrations"'::regclass ORDER BY 1`,
  enums: `SELECT typname, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid
    WHERE typnamespace = 'public'::regnamespace ORDER BY typname, enumsortorder`,
  functions: `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
  triggers: `SELECT pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
};
