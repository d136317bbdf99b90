import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clearPostmaster } from './postgres.ts';

/** The pid of a process that has ended. */
const gone = spawnSync(process.execPath, ['--version']).pid;

test.each([
  ['empty, as of a Postgres that was killed before it was written', '', false],
  ['of a pid that another program has now', `${process.pid}\n/somewhere\n`, false],
  ['of a Postgres that is gone, which Postgres clears itself', `${gone}\n/somewhere\n`, true],
])('a postmaster.pid %s', async (_, content, stays) => {
  const clusterDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-cluster-'));
  const file = path.join(clusterDir, 'postmaster.pid');
  writeFileSync(file, content);
  await clearPostmaster(clusterDir);
  const stands = existsSync(file);
  rmSync(clusterDir, { recursive: true });
  expect(stands).toBe(stays);
});
