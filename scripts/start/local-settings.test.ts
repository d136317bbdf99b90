import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadLocalSettings } from './local-settings.ts';

test('a second load returns the same secret; an empty file is refused and not replaced', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-settings-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { sessionSecret } = await loadLocalSettings(dataDir);
  expect((await loadLocalSettings(dataDir)).sessionSecret).toBe(sessionSecret);
  const file = path.join(dataDir, 'local.json');
  writeFileSync(file, '');
  await expect(loadLocalSettings(dataDir)).rejects.toThrow(/local\.json cannot be understood/);
  expect(readFileSync(file, 'utf8')).toBe('');
});
