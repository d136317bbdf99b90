import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { db } from '../lib/server/platform/db.ts';
import { sendJob } from '../lib/server/platform/queue.ts';
import { requireOwnFolder } from '../lib/server/platform/storage/index.ts';
import { startLoopbackServer } from '../lib/server/testing/loopback-server.ts';
import { setUpEnvironment } from '../lib/server/testing/server.ts';

setUpEnvironment();

const notices = () =>
  db().$queryRaw<
    { state: string }[]
  >`SELECT state::text FROM pgboss.job WHERE name = 'send-notice' ORDER BY created_on`;

/** Queues a notice of a new lead for the worker. */
const queueNotice = () =>
  db().$transaction(async (tx) => {
    const { id: leadId } = await tx.lead.create({ data: { phone: '+998901234567' } });
    await sendJob(tx, 'send-notice', { leadId, channel: 'webhook' });
  });

test('a separate worker runs the jobs, and finishes its running job before it stops', async () => {
  const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const receiver = await startLoopbackServer((_request, response) => {
    requested.resolve();
    void answered.promise.then(() => response.end());
  });
  onTestFinished(() => receiver.stop());
  await queueNotice();
  const worker = fork('scripts/worker.ts', {
    env: {
      ...process.env,
      NOTICE_WEBHOOK_URL: receiver.url,
      NOTICE_WEBHOOK_SECRET: 'a secret of the owner',
    },
    stdio: 'pipe',
  });
  const workerExit = once(worker, 'exit');
  await requested.promise;
  worker.kill('SIGTERM');
  await queueNotice();
  expect(await Promise.race([workerExit, delay(1_000, 'works')])).toBe('works');
  answered.resolve();
  expect(await workerExit).toEqual([0, null]);
  expect((await notices()).map(({ state }) => state)).toEqual(['completed', 'created']);
});

test('a wrong setting ends the worker with one line', async () => {
  const worker = fork('scripts/worker.ts', {
    env: { ...process.env, SESSION_SECRET: 'short' },
    stdio: 'pipe',
  });
  const output = Array.fromAsync(worker.stderr ?? []);
  expect(await once(worker, 'exit')).toEqual([1, null]);
  expect(Buffer.concat(await output).toString()).toBe('SESSION_SECRET: must have 32 characters at least\n');
});

test('a worker with another folder of recordings ends and prints the remedy', async () => {
  await requireOwnFolder();
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'ovoz-other-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const worker = fork('scripts/worker.ts', { env: { ...process.env, DATA_DIR }, stdio: 'pipe' });
  const output = Array.fromAsync(worker.stderr ?? []);
  expect(await once(worker, 'exit')).toEqual([1, null]);
  expect(Buffer.concat(await output).toString()).toContain('let all web apps share one DATA_DIR');
});
