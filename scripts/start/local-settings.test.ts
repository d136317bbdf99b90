import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadLocalSettings } from './local-settings.ts';

test('settings that a power failure has emptied are named, and not replaced', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-settings-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { sessionSecret } = await loadLocalSettings(dataDir);
  expect((await loadLocalSettings(dataDir)).sessionSecret).toBe(sessionSecret);
  writeFileSync(path.join(dataDir, 'local.json'), '');
  await expect(loadLocalSettings(dataDir)).rejects.toThrow(/local\.json cannot be understood/);
});
