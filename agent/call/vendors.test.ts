import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseModel } from '../../lib/server/language-models/chosen-model.ts';
import { parseEnv } from '../../lib/server/platform/env.ts';
import { vendorsOf } from './vendors.ts';

test('choosing or removing a language model in the office applies from the next call on', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-vendors-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const settings = parseEnv({ DATA_DIR: dataDir, STT_PROVIDER: 'openai', OPENAI_API_KEY: 'key' });
  const vendorsNow = await vendorsOf(settings);
  expect(vendorsNow()).toBeUndefined();
  chooseModel(dataDir, { port: 11_434, model: 'llama' });
  const chosen = vendorsNow();
  expect(chosen?.name).toBe('llama');
  expect(vendorsNow()?.wordingOf).toBe(chosen?.wordingOf);
  expect(vendorsNow()?.recognizers[0], 'a recogniser that fails in one call is known to the next').toBe(
    chosen?.recognizers[0],
  );
  chooseModel(dataDir, undefined);
  expect(vendorsNow()).toBeUndefined();
});
