import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseEnv } from '../../lib/server/platform/env.ts';
import { Processes } from './processes.ts';
import { fetchDefaultRecognizers } from './speech-models.ts';

test('a folder of models that cannot be read is reported, and the product keeps running', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-speech-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  writeFileSync(path.join(dataDir, 'models'), '');
  vi.stubEnv('DATA_DIR', dataDir);
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.unstubAllEnvs());
  onTestFinished(() => output.mockRestore());
  await fetchDefaultRecognizers({
    root: dataDir,
    dataDir,
    runDir: dataDir,
    logDir: dataDir,
    processes: new Processes(dataDir),
    stops: new Map(),
    signal: new AbortController().signal,
    isDev: false,
    env: parseEnv({ SPEECH_MODELS: 'auto' }),
  });
  expect(output.mock.calls.map(([line]) => line)).toEqual([expect.stringContaining('ENOTDIR')]);
});
