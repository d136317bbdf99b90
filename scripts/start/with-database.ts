import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { closeDb } from '../../lib/server/platform/db.ts';
import { parseEnv } from '../../lib/server/platform/env.ts';
import { stopBoss } from '../../lib/server/platform/queue.ts';
import { lockKeyOf, openDataFolder } from './launch.ts';
import { tryLock } from './lock.mjs';
import { startOwnPostgres } from './own-postgres.ts';
import { endLeftovers } from './processes.ts';

/**
 * Runs a command that needs the database, and exits. Uses the database that is set, or the running product's, or starts the data
 * folder's Postgres.
 */
export async function withDatabase(work: (databaseUrl: string) => Promise<void>): Promise<never> {
  let database: Database | undefined;
  let code = 0;
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    database = await openDatabase();
    process.env.DATABASE_URL = database.url;
    await work(database.url);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    code = 1;
  }
  // Postgres stops next and would log an open connection as lost, below the result.
  await stopBoss();
  await closeDb();
  await database?.stop?.();
  process.exit(code);
}

interface Database {
  url: string;
  stop?: () => Promise<void>;
}

async function openDatabase(): Promise<Database> {
  const env = parseEnv(process.env);
  // The lock of migrations does not work through a transaction pooler.
  if (env.DATABASE_URL !== undefined) return { url: env.DIRECT_URL ?? env.DATABASE_URL };
  const folder = openDataFolder(env.DATA_DIR);
  const lock = await tryLock(lockKeyOf(folder), () => ({ pid: process.pid, state: 'working' }));
  if ('release' in lock) {
    await endLeftovers(folder.dataDir, () => {});
    return startOwnPostgres(folder.dataDir, env);
  }
  if (lock.holder?.state !== 'running')
    throw new Error('Another command is starting, stopping or working on this data folder; try again later.');
  const productSettings = readFileSync(path.join(folder.runDir, 'product.json'), 'utf8');
  const settings = z.object({ DATABASE_URL: z.string() }).parse(JSON.parse(productSettings));
  return { url: settings.DATABASE_URL };
}
