import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { runToEnd, startGroup } from './process-group.mjs';
import { endLeftovers, isAlive, Processes, readPids } from './processes.ts';
import { waitUntil } from './wait-until.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-processes-'));
const limitMs = 60_000;
const node = (script: string) => ({ command: process.execPath, args: ['-e', script], env: process.env });
/** Ignores the interrupt, and so does its child, whose pid it prints. */
const stubborn = `process.on('SIGINT', () => {});
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGINT", () => {}); setInterval(() => {}, 1000)']);
  console.log(child.pid);
  setInterval(() => {}, 1000)`;

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function startStubborn(name: string) {
  const logFile = path.join(dataDir, `${name}.log`);
  const group = new Processes(dataDir).start(name, { ...node(stubborn), logFile });
  const childPid = () => Number(readFileSync(logFile, 'utf8'));
  return { group, childPid, ready: () => waitUntil(() => childPid() > 0, limitMs) };
}

test('a program is in the pid file as long as it runs', async () => {
  const processes = new Processes(dataDir);
  const group = processes.start('short', node('process.exit(3)'));
  expect(readPids(dataDir).short?.pid).toBe(group.pid);
  expect(await group.exited).toMatchObject({ code: 3 });
  expect(readPids(dataDir)).toEqual({});
});

test('a pid file that cannot be written ends no program', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const processes = new Processes(dataDir);
  const blocker = path.join(dataDir, 'run', 'pids.json.new');
  mkdirSync(blocker);
  onTestFinished(() => rmSync(blocker, { recursive: true }));
  expect(await processes.start('short', node('')).exited).toMatchObject({ code: 0 });
  expect(output).toHaveBeenCalledWith(expect.stringContaining('pids.json was not written'));
});

test('the exit of a missing program names the reason', async () => {
  const exit = await startGroup({ command: '/no/such/program', args: [] }).exited;
  expect(exit).toMatchObject({ code: 127, error: expect.stringContaining('ENOENT') });
});

test('a stop ends the whole group, even if it ignores the interrupt', async () => {
  const { group, childPid, ready } = startStubborn('stopped');
  expect(await ready()).toBe(true);
  await group.stop(200);
  expect(await waitUntil(() => !isAlive(childPid()), limitMs)).toBe(true);
});

test('leftovers of a killed start are ended, and a process with a reused id is not', async () => {
  const { group, childPid, ready } = startStubborn('left');
  expect(await ready()).toBe(true);
  const other = startGroup(node('setInterval(() => {}, 1000)'));
  const file = path.join(dataDir, 'run', 'pids.json');
  const { left } = JSON.parse(readFileSync(file, 'utf8'));
  const record = { left, reused: { ...left, pid: other.pid } };
  expect(left.pid).toBe(group.pid);
  const endedNames: string[] = [];
  writeFileSync(file, JSON.stringify(record));
  await endLeftovers(dataDir, (names) => endedNames.push(...names), 200);
  expect(endedNames).toEqual(['left']);
  expect(await waitUntil(() => !isAlive(childPid()), limitMs)).toBe(true);
  expect(isAlive(other.pid ?? 0)).toBe(true);
  await other.kill();
});

test('a pid file that a power failure has emptied names no processes', () => {
  writeFileSync(path.join(dataDir, 'run', 'pids.json'), '');
  expect(readPids(dataDir)).toEqual({});
});

test('a step that is stopped fails with the reason of the stop, and its program ends', async () => {
  const stopping = new AbortController();
  const running = runToEnd('A step', node('setInterval(() => {}, 1000)'), { signal: stopping.signal });
  stopping.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
});
