import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** Output of a start that fails, until it ends. */
async function lastWords(): Promise<unknown> {
  const ended = new Error('ended');
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw ended;
  });
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await expect(register()).rejects.toBe(ended);
  expect(exit).toHaveBeenCalledWith(1);
  return said.mock.calls.at(-1)?.[0];
}

test('a build whose pages are not sealed does not start', async () => {
  expect(await lastWords()).toContain('ENOENT');
  seal({});
  expect(await lastWords()).toContain('The build is not sealed');
});

test('a sealed one does', async () => {
  seal({ [notFoundPage]: [] });
  await expect(register()).resolves.toBeUndefined();
});

test('a setting that is wrong ends the process with one line that names it', async () => {
  seal({ [notFoundPage]: [] });
  // The settings are read once.
  vi.resetModules();
  vi.stubEnv('SESSION_SECRET', 'short');
  expect(await lastWords()).toBe('SESSION_SECRET: must have 32 characters at least\n');
});
