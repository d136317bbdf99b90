// Vitest's global setup: a migrated template database for the tests to copy. Uses the Postgres of DATABASE_URL, or starts one.
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { withClient } from '../../lib/server/platform/with-client.ts';
import { startOwnPostgres } from '../start/own-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the migrated database; nobody may stay connected to it. */
    templateDatabase: string;
  }
}

const root = path.resolve(import.meta.dirname, '..', '..');
const template = `ovoz_template_${process.pid}`;
const undoSteps: (() => unknown)[] = [];

export async function setup(project: TestProject): Promise<void> {
  const server = process.env.DATABASE_URL || (await throwawayPostgres());
  await query(server, `CREATE DATABASE ${template}`);
  undoSteps.unshift(() => query(server, `DROP DATABASE ${template} WITH (FORCE)`));
  const url = Object.assign(new URL(server), { pathname: `/${template}` }).href;
  const env = { ...process.env, DATABASE_URL: url };
  await promisify(execFile)(process.execPath, [path.join('scripts', 'migrate.ts')], { cwd: root, env });
  project.provide('templateDatabase', url);
}

export async function teardown(): Promise<void> {
  for (const step of undoSteps) await step();
}

async function throwawayPostgres(): Promise<string> {
  const dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-tests-'));
  undoSteps.unshift(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url, stop } = await startOwnPostgres(dataDir);
  undoSteps.unshift(stop);
  // The data is deleted after the run, so it need not be flushed. Each test file drops a database, whose checkpoint would take a
  // second.
  await query(url, 'ALTER SYSTEM SET fsync = off');
  await query(url, 'SELECT pg_reload_conf()');
  return url;
}

function query(url: string, sql: string): Promise<unknown> {
  return withClient(url, (client) => client.query(sql));
}
