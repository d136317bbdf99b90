import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keep } from './keep.mjs';
import { exists, groupExists, signalOne, waitUntil } from './processes.mjs';
import { readRunFile } from './run-files.mjs';

const runDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-keep-'));
const limitMs = 10_000;
/** A child that outlives its parent unless the whole group is ended, as the job processes of the agent would. */
const parentOfStubborn = `process.on('SIGTERM', () => {});
  require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
  console.log('ready');
  setInterval(() => {}, 1000)`;

afterAll(() => rmSync(runDir, { recursive: true, force: true }));

function start(name: string, script: string) {
  const logFile = path.join(runDir, `${name}.log`);
  const job = {
    name,
    runDir,
    logFile,
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    graceMs: 200,
  };
  const runFile = () => readRunFile(path.join(runDir, `${name}.pid`));
  const isReady = () => (runFile()?.pid ?? 0) > 0 && readFileSync(logFile, 'utf8').includes('ready');
  return { ...keep(job), runFile, ready: () => waitUntil(isReady, limitMs) };
}

test('tells how its command ended, and leaves no record of it', async () => {
  const { exited, runFile } = start('ends', 'process.exit(3)');
  expect(await exited).toMatchObject({ code: 3 });
  expect(runFile()).toBeUndefined();
});

test('a command that is not there is an exit that says so', async () => {
  const kept = keep({ name: 'absent', runDir, command: '/no/such/program', args: [], env: process.env });
  expect(await kept.exited).toMatchObject({ code: 127, error: expect.stringContaining('ENOENT') });
});

test('a stop ends the whole group, even where SIGTERM is ignored', async () => {
  const { stop, runFile, ready } = start('stubborn', parentOfStubborn);
  expect(await ready()).toBe(true);
  const group = runFile()?.pid ?? 0;
  await stop();
  expect(groupExists(group)).toBe(false);
});

test('a keeper that is killed does not leave its group behind', async () => {
  const { exited, runFile, ready } = start('orphaned', parentOfStubborn);
  expect(await ready()).toBe(true);
  const { pid = 0, keeperPid = 0 } = runFile() ?? {};
  signalOne(keeperPid, 'SIGKILL');
  expect(await exited).toMatchObject({ signal: 'SIGKILL' });
  expect(groupExists(pid)).toBe(false);
  expect(exists(keeperPid)).toBe(false);
});
