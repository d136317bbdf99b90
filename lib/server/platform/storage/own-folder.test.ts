import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setUpEnvironment } from '../../testing/server.ts';

setUpEnvironment();

/** Loads the modules anew, as another web app with its own folder on the same database. */
async function loadWebApp() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-folder-'));
  vi.resetModules();
  vi.stubEnv('DATA_DIR', folder);
  const [{ storage, folderRefusal }, { readiness }, { drainJobs }, { sendJob }, { db }] = await Promise.all([
    import('./index.ts'),
    import('../../office/health.ts'),
    import('../../jobs/drain.ts'),
    import('../queue.ts'),
    import('../db.ts'),
  ]);
  const store = async (key: string) => {
    const file = path.join(folder, 'sound');
    await writeFile(file, 'voice');
    await storage().put(key, { path: file, size: 5, type: 'audio/webm' });
  };
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, folderRefusal, storage: storage(), store, readiness, drainJobs, sendJob, db };
}

test('a web app with another folder is refused: it does not start and takes no requests or jobs until its operator adopts the folder', async () => {
  const [first, other] = [await loadWebApp(), await loadWebApp()];
  const key = 'leads/a.webm';
  await first.store(key);
  // On a busy machine a check may take more than its two seconds.
  await expect.poll(first.readiness).toEqual({ state: 'ok' });
  expect(await first.folderRefusal()).toBeUndefined();
  await first.db().$transaction((tx) => first.sendJob(tx, 'delete-audio', { key }));

  const refusal = { code: 'storage_failed', message: expect.stringContaining('S3_BUCKET') };
  expect(await other.folderRefusal()).toMatchObject(refusal);
  await expect(other.drainJobs()).rejects.toMatchObject(refusal);
  await expect.poll(other.readiness).toEqual({ state: 'down', detail: refusal.message });
  expect(await first.storage.get(key)).not.toBeNull();

  await first.drainJobs();
  expect(await first.storage.get(key)).toBeNull();

  const [, name = ''] = /write (\S+) into/.exec((await other.folderRefusal())?.message ?? '') ?? [];
  await writeFile(path.join(other.folder, 'audio', '.folder'), name);
  expect(await other.folderRefusal()).toBeUndefined();
});
