import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { closeDb } from '../platform/db.ts';
import { stopBoss } from '../platform/queue.ts';
import { withClient } from '../platform/with-client.ts';

/** Keys of a LiveKit server that does not exist. They suffice to sign and verify tokens. */
export const testKeys = {
  LIVEKIT_URL: 'ws://127.0.0.1:9',
  LIVEKIT_API_KEY: 'test-key',
  LIVEKIT_API_SECRET: 'test-secret-of-more-than-32-characters',
};

/** Gives a test file its own database, data folder and settings. */
export function setUpEnvironment(settings: Record<string, string> = {}): void {
  const name = `ovoz_test_${process.pid}_${Date.now()}`;
  const dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-data-'));

  beforeAll(async () => {
    const template = new URL(inject('templateDatabase'));
    await runOnPostgres(`CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
    const url = Object.assign(new URL(template), { pathname: `/${name}` }).href;
    Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: dataDir, ...settings });
  });

  afterAll(async () => {
    await stopBoss();
    await closeDb();
    await runOnPostgres(`DROP DATABASE ${name} WITH (FORCE)`);
    rmSync(dataDir, { recursive: true, force: true });
  });
}

export function dataDirectory(): string {
  return process.env.DATA_DIR ?? '';
}

function runOnPostgres(sql: string): Promise<unknown> {
  const url = Object.assign(new URL(inject('templateDatabase')), { pathname: '/postgres' }).href;
  return withClient(url, (client) => client.query(sql));
}
