import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '../../../lib/server/platform/with-client.ts';
import { type OwnPostgres, startOwnPostgres } from '../../start/own-postgres.ts';
import { type ProcessGroup, type Program, startGroup } from '../../start/process-group.mjs';

export interface CheckContext {
  root: string;
  /** A folder that is removed if nothing fails. */
  tempDir: string;
  run: (command: string, args: string[], env?: Record<string, string>) => string;
}

/** A Postgres on this machine, and the environment of the deployment that uses it. */
export interface LocalParts extends Pick<OwnPostgres, 'launch' | 'local'> {
  dataDir: string;
  databaseUrl: string;
  env: Record<string, string>;
  /** Stops what the check has started, the last started first. */
  ends: AsyncDisposableStack;
}

/** Starts a program that is stopped after the check. */
export function startBeside({ ends }: LocalParts, program: Program): ProcessGroup {
  const group = startGroup(program);
  ends.defer(async () => void (await group.kill()));
  return group;
}

/** Runs a check on a temporary Postgres, which is stopped afterwards. */
export async function withLocalParts<T>(
  { tempDir }: CheckContext,
  name: string,
  check: (parts: LocalParts) => Promise<T>,
): Promise<T> {
  const dataDir = path.join(tempDir, name);
  mkdirSync(dataDir);
  // PgBouncer runs as nobody and reads its configuration in here.
  chmodSync(tempDir, 0o711);
  await using ends = new AsyncDisposableStack();
  const { url: databaseUrl, launch, local, stop } = await startOwnPostgres(dataDir);
  ends.defer(stop);
  const env = {
    DATABASE_URL: databaseUrl,
    HOSTNAME: 'localhost',
    SESSION_SECRET: local.sessionSecret,
    ADMIN_PASSWORD: 'a password of this check',
    AGENT_PROCESSES: '1',
  };
  return await check({ dataDir, databaseUrl, env, ends, launch, local });
}

/** Counts the rows of a table that satisfy a condition. */
export function countRows(databaseUrl: string, table: string, condition: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const sql = `SELECT 1 FROM "${table}" WHERE ${condition}`;
    return (await client.query(sql)).rowCount ?? 0;
  });
}
