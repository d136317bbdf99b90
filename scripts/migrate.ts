import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const root = path.resolve(import.meta.dirname, '..');
const migrationsDir = path.join(root, 'prisma', 'migrations');
const jobsModule = path.join(root, 'lib', 'server', 'jobs', 'boss.ts');
/** Any number will do, as long as every migration of this product takes the same one. */
const advisoryLock = 7_065_118;
const noFilter = { externalTables: [], externalEnums: [] };

/**
 * Brings a database up to the migrations of this version, the queue's tables included. Two at once take turns.
 * @returns the names of the migrations that were applied now
 * @throws Error if the database cannot be reached or a migration fails
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const holder = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    const applied = await applyMigrations(databaseUrl);
    await migrateQueue();
    return applied;
  } finally {
    await holder.end();
  }
}

/** Prisma's own engine as WebAssembly: its command would download a program of the platform first. */
async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const wasmFile = new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm'));
  const wasm = await WebAssembly.instantiate(await readFile(wasmFile), { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(wasm.instance.exports);
  const start = wasm.instance.exports['__wbindgen_start'];
  if (typeof start === 'function') start();

  const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: databaseUrl }));
  const schemaEngine = await engine.SchemaEngine.new({ datamodels: undefined }, () => {}, factory);
  const migrationsList = await readMigrations();
  const result = await schemaEngine.applyMigrations({ migrationsList, filters: noFilter });
  return result.appliedMigrationNames;
}

async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = names.sort().map(async (name) => {
    const value = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
    return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
  });
  return {
    baseDir: migrationsDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(migrationsDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(migrationDirectories),
  };
}

async function migrateQueue(): Promise<void> {
  if (!existsSync(jobsModule)) return;
  const jobs: { migrateJobs?: () => Promise<void> } = await import(jobsModule);
  await jobs.migrateJobs?.();
}

async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === '') throw new Error('DATABASE_URL: is needed to migrate.');
  const applied = await migrate(url);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

if (import.meta.main) {
  try {
    await main();
    // The engine and the queue may keep idle connections; nothing is left to do for them.
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
