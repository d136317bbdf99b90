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

test('a build whose pages are not sealed does not start', async () => {
  await expect(register()).rejects.toThrow('ENOENT');
  seal({});
  await expect(register()).rejects.toThrow('The build is not sealed');
});

test('a sealed one does', async () => {
  seal({ [notFoundPage]: [] });
  await expect(register()).resolves.toBeUndefined();
});
