import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { closeDb } from '../../lib/server/platform/db.ts';
import { parseEnv } from '../../lib/server/platform/env.ts';
import { stopBoss } from '../../lib/server/platform/queue.ts';
import { lockKeyOf, openDataFolder } from './launch.ts';
import { tryLock } from './lock.mjs';
import { startOwnPostgres } from './own-postgres.ts';
import { endLeftovers } from './processes.ts';
import { messageOf } from '../../lib/server/platform/message-of.mjs';

/**
 * Runs a command that needs the database, and exits. Uses the database that is set, or the running product's, or starts the data
 * folder's Postgres.
 */
export async function withDatabase(work: (databaseUrl: string) => Promise<void>): Promise<never> {
  let database: Database | undefined;
  let code = 0;
  const interrupted = interruption();
  try {
    database = await openDatabase();
    // Another database's direct address may be set.
    process.env.DATABASE_URL = process.env.DIRECT_URL = database.url;
    await Promise.race([work(database.url), interrupted]);
  } catch (error) {
    console.error(messageOf(error));
    code = 1;
  }
  // Postgres stops next and would log an open connection as lost, below the result.
  await stopBoss();
  await closeDb();
  await database?.stop?.();
  process.exit(code);
}

/** Rejects at a stop signal. Without a handler, the signal would end this process and leave Postgres running. */
function interruption(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
  // Handled later, if the signal comes while Postgres starts.
  promise.catch(() => {});
  return promise;
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
