import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { givenServer } from '../../testing/server.ts';

givenServer();

/** Loads the modules again: another web app on the same database. */
async function webApp() {
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
  const stored = async (key: string) => {
    const file = path.join(folder, 'sound');
    await writeFile(file, 'voice');
    await storage().put(key, { path: file, size: 5, type: 'audio/webm' });
  };
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, folderRefusal, storage: storage(), stored, readiness, drainJobs, sendJob, db };
}

test('a web app with another folder is refused: it does not start, takes no request and no job; its operator may name the folder', async () => {
  const [mine, other] = [await webApp(), await webApp()];
  const key = 'leads/a.webm';
  await mine.stored(key);
  expect(await mine.readiness()).toEqual({ state: 'ok' });
  expect(await mine.folderRefusal()).toBeUndefined();
  await mine.db().$transaction((tx) => mine.sendJob(tx, 'delete-audio', { key }));

  const refusal = { code: 'storage_failed', message: expect.stringContaining('S3_BUCKET') };
  expect(await other.folderRefusal()).toMatchObject(refusal);
  await expect(other.drainJobs()).rejects.toMatchObject(refusal);
  expect(await other.readiness()).toEqual({ state: 'down', detail: refusal.message });
  expect(await mine.storage.get(key)).not.toBeNull();

  await mine.drainJobs();
  expect(await mine.storage.get(key)).toBeNull();

  const [, name = ''] = /write (\S+) into/.exec((await other.folderRefusal())?.message ?? '') ?? [];
  await writeFile(path.join(other.folder, 'audio', '.folder'), name);
  expect(await other.folderRefusal()).toBeUndefined();
});
