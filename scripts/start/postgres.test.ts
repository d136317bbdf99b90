import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clearPostmaster } from './postgres.ts';

/** The pid of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['--version']).pid;

test.each([
  ['is removed if it is empty, as after a kill before it was written', '', false],
  ['is removed if another program has its pid now', `${process.pid}\n/somewhere\n`, false],
  ['stays if its process has ended, because Postgres removes it itself', `${endedPid}\n/somewhere\n`, true],
])('a postmaster.pid %s', async (_, content, stays) => {
  const clusterDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-cluster-'));
  const file = path.join(clusterDir, 'postmaster.pid');
  writeFileSync(file, content);
  await clearPostmaster(clusterDir);
  const isLeft = existsSync(file);
  rmSync(clusterDir, { recursive: true });
  expect(isLeft).toBe(stays);
});
