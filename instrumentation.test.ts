import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { register } from './instrumentation';
import { notFoundPage, pageScriptsFile } from './lib/server/http/page-policy';

let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'ovoz-sealed-'));
  mkdirSync(path.dirname(path.join(root, pageScriptsFile)), { recursive: true });
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('JOBS', 'elsewhere');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const seal = (scripts: object) => writeFileSync(path.join(root, pageScriptsFile), JSON.stringify(scripts));

/** Starts a server that must exit with status 1, and returns the last line on stderr. */
async function readStartFailure(): Promise<unknown> {
  const exited = new Error('exited');
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw exited;
  });
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await expect(register()).rejects.toBe(exited);
  expect(exit).toHaveBeenCalledWith(1);
  return written.mock.calls.at(-1)?.[0];
}

test('a build whose pages are not sealed does not start', async () => {
  expect(await readStartFailure()).toContain('ENOENT');
  seal({});
  expect(await readStartFailure()).toContain('The build is not sealed');
});

test('a sealed build starts', async () => {
  seal({ [notFoundPage]: [] });
  await expect(register()).resolves.toBeUndefined();
});

test('a web app whose jobs run elsewhere deletes uploads that a killed process left', async () => {
  seal({ [notFoundPage]: [] });
  vi.resetModules();
  vi.stubEnv('DATA_DIR', root);
  const { storage } = await import('./lib/server/platform/storage');
  const { spoolFolder } = storage();
  const upload = path.join(spoolFolder, 'half');
  mkdirSync(spoolFolder, { recursive: true });
  writeFileSync(upload, 'half of a recording');
  utimesSync(upload, new Date(0), new Date(0));
  await (await import('./instrumentation')).register();
  await expect.poll(() => existsSync(upload)).toBe(false);
});

test('a setting that is wrong ends the process with one line that names it', async () => {
  seal({ [notFoundPage]: [] });
  // The settings are read once, so they are imported anew.
  vi.resetModules();
  vi.stubEnv('SESSION_SECRET', 'short');
  expect(await readStartFailure()).toBe('SESSION_SECRET: must have 32 characters at least\n');
});
