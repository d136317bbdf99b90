import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withClient } from '../lib/server/platform/with-client.ts';
import { saveRecording } from '../lib/server/leads/recordings.ts';
import { newRecording } from '../lib/server/testing/recordings.ts';
import { lockKeyOf, openDataFolder } from './start/launch.ts';
import { tryLock } from './start/lock.mjs';
import { isAlive, readPids } from './start/processes.ts';
import { setUpEnvironment } from '../lib/server/testing/server.ts';

setUpEnvironment();

const machine = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-empty-machine-'));
afterAll(() => rmSync(machine, { recursive: true, force: true }));

const execute = promisify(execFile);

/** Runs the command; returns its output and log. */
function run(script: string, args: string[], settings: Record<string, string>) {
  const env = { ...process.env, BACKUP_KEY: 'a key of the owner', ...settings };
  return execute(process.execPath, [`scripts/${script}.ts`, ...args], { env });
}

/** A backup of one lead with its recording, and what the command printed. */
const file = path.join(machine, 'a.backup');
let printed: string;
beforeAll(async () => {
  await saveRecording(newRecording(), 'a browser', false);
  printed = (await run('backup', [file], {})).stdout;
});

test('a backup is refused while a product starts, and uses the database of a running one', async () => {
  const folder = openDataFolder(path.join(machine, 'running'));
  const holder = { pid: process.pid, state: 'starting' };
  const lock = await tryLock(lockKeyOf(folder), () => holder);
  onTestFinished(() => {
    if ('release' in lock) lock.release();
  });
  const settings = { DATABASE_URL: '', DATA_DIR: folder.dataDir };
  await expect(run('backup', [], settings)).rejects.toThrow('starting, stopping or working');
  holder.state = 'running';
  const { DATABASE_URL } = process.env;
  writeFileSync(path.join(folder.runDir, 'product.json'), JSON.stringify({ DATABASE_URL }));
  const { stdout } = await run('backup', [path.join(machine, 'b.backup')], settings);
  expect(stdout).toMatch(/b\.backup: \d+ rows/);
});

test('the two commands of the manual bring a product to a machine that has not even a database', async () => {
  expect(printed).toMatch(/a\.backup: \d+ rows, 1 recordings\./);
  const empty = { DATABASE_URL: '', DATA_DIR: path.join(machine, 'data') };
  const restored = await run('restore', [file], empty);
  expect(restored.stdout).toMatch(
    /^1 leads and calls .* taken up again\.\nRestored \d+ rows and 1 recordings\./,
  );
  // Nothing is logged below the result, such as a connection that was lost as Postgres stopped.
  expect(restored.stderr).not.toContain('"event"');
  await expect(run('restore', [file], empty)).rejects.toThrow('The database is in use');
});

test('a failed restore prints only its reason', async () => {
  const empty = { DATABASE_URL: '', DATA_DIR: path.join(machine, 'failing') };
  const errorOutput = await run('restore', [file], { ...empty, BACKUP_KEY: 'another key' }).then(
    () => expect.unreachable(),
    ({ stderr }: { stderr: string }) => stderr,
  );
  // One line, without the log of a connection that was lost as Postgres stopped.
  expect(errorOutput).toMatch(/^[^\n{]*BACKUP_KEY[^\n{]*\n$/);
});

test('a command that is interrupted stops the Postgres that it has started', async () => {
  const dataDir = path.join(machine, 'interrupted');
  const script = `import { withDatabase } from './scripts/start/with-database.ts';
    await withDatabase(() => new Promise(() => setInterval(() => console.log('works'), 10)));`;
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(command, 'exit');
  await once(command.stdout, 'data');
  const { pid } = readPids(dataDir).postgres ?? { pid: 0 };
  expect(isAlive(pid)).toBe(true);
  command.kill('SIGINT');
  expect(await exited).toEqual([1, null]);
  expect(isAlive(pid)).toBe(false);
});

test('a database of which no address answers is named', async () => {
  const settings = { DATABASE_URL: 'postgres://nobody@localhost:1/ovoz' };
  await expect(run('backup', [file], settings)).rejects.toThrow('ECONNREFUSED');
});

test('a backup is restored into an empty database elsewhere', async () => {
  const { DATABASE_URL = '' } = process.env;
  await withClient(DATABASE_URL, (client) => client.query('CREATE DATABASE elsewhere'));
  const elsewhere = Object.assign(new URL(DATABASE_URL), { pathname: '/elsewhere' }).href;
  const settings = { DATABASE_URL: elsewhere, DATA_DIR: path.join(machine, 'elsewhere') };
  expect((await run('restore', [file], settings)).stdout).toMatch(/Restored \d+ rows and \d+ recordings\./);
});
