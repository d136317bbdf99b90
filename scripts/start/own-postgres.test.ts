import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startOwnPostgres } from './own-postgres.ts';
import { StepFailed } from './progress.mjs';

test('a Postgres that keeps failing is refused with one sentence', async () => {
  const dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-postgres-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const clusterDir = path.join(dataDir, 'postgres');
  mkdirSync(clusterDir);
  // A cluster without its settings ends Postgres at once.
  writeFileSync(path.join(clusterDir, 'PG_VERSION'), '18\n');
  const started = startOwnPostgres(dataDir);
  await expect(started).rejects.toThrow(StepFailed);
  await expect(started).rejects.toThrow(/^Postgres ended 7 times in a row \(.*\)\.$/);
});
