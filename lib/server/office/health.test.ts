import { beforeAll, expect, test, vi } from 'vitest';
import { closeDb, db, pool } from '../platform/db.ts';
import type { HealthPart } from '../../contracts/health.ts';
import { cachedHealth, health, healthFor, readiness } from './health.ts';
import { boss, sendJob } from '../platform/queue.ts';
import { liveUpdates } from '../http/live-updates.ts';
import { listenForShutdown, shutdownSignal } from '../platform/shutdown.ts';
import { drainJobs } from '../jobs/drain.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { disk } from '../testing/disk.ts';

vi.mock(import('node:fs/promises'), async () => (await import('../testing/disk.ts')).fsOnDisk);

setUpEnvironment();

// A web app starts its queue before its first health check.
beforeAll(() => boss());

// On a busy machine a check may take more than its two seconds, so these tests poll.
const checkPart = (name: HealthPart) => async () => (await health()).parts[name];

test('a server without calls is healthy', async () => {
  await expect.poll(health).toMatchObject({
    status: 'ok',
    parts: {
      database: { state: 'ok' },
      livekit: { state: 'off' },
      agent: { state: 'off' },
      storage: { state: 'ok' },
      jobs: { state: 'ok' },
    },
  });
});

test('a stranger gets only the states; this machine also gets the details', async () => {
  const local = { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' };
  const { parts } = await healthFor(new Headers(local));
  expect(parts.livekit).toEqual({ state: 'off', detail: expect.stringMatching(/\S/) });
  const stranger = await healthFor(new Headers({ host: 'ovoz.example', 'x-forwarded-for': '203.0.113.7' }));
  expect(stranger.parts.livekit).toEqual({ state: 'off' });
  expect(JSON.stringify(stranger)).not.toContain('detail');
});

test('jobs that no process drains are reported', async () => {
  await db().$transaction((tx) => sendJob(tx, 'delete-audio', { key: 'leads/x.webm' }));
  await expect.poll(checkPart('jobs')).toEqual({ state: 'ok' });
  await db().$executeRaw`UPDATE pgboss.job SET start_after = now() - interval '6 minutes'`;
  const jobs = { state: 'down', detail: 'Jobs wait, and nobody does them.' };
  await expect.poll(health).toMatchObject({ status: 'down', parts: { jobs } });
  await drainJobs();
  await expect.poll(checkPart('jobs')).toEqual({ state: 'ok' });
});

test('a disk without reserve is reported, and does not make the web app unready', async () => {
  disk.freeBytes = 255 * 1024 * 1024;
  await expect.poll(checkPart('storage')).toEqual({
    state: 'down',
    detail: expect.stringMatching(/room|space|disk/),
  });
  expect(await readiness()).toEqual({ state: 'ok' });
  disk.freeBytes = 1e12;
});

test.each([
  ['whose disk is full', 'temp_file_limit = 0', 'Its disk is full.'],
  ['that is read-only', 'default_transaction_read_only = on', 'It is read-only.'],
])('a database %s is down, and its web app stays ready', async (_, setting, detail) => {
  const name = new URL(process.env.DATABASE_URL ?? '').pathname.slice(1);
  const alter = async (change: string) => {
    await pool().query(`SET transaction_read_only = off; ALTER DATABASE ${name} ${change}`);
    await closeDb();
  };
  await alter(`SET ${setting}`);
  try {
    await expect.poll(checkPart('database')).toEqual({ state: 'down', detail });
    expect(await readiness()).toEqual({ state: 'ok' });
  } finally {
    await alter(`RESET ${setting.split(' ')[0]}`);
  }
  await expect.poll(checkPart('database')).toEqual({ state: 'ok' });
});

test('simultaneous probes, and those within five seconds, share one check', async () => {
  const queries = vi.spyOn(db(), '$queryRaw');
  await Promise.all([cachedHealth(), cachedHealth(), cachedHealth()]);
  const queryCount = queries.mock.calls.length;
  await cachedHealth();
  expect(queries.mock.calls.length).toBe(queryCount);
  queries.mockRestore();
});

test('a process that is stopping ends endless answers and is not ready', async () => {
  expect(await readiness()).toEqual({ state: 'ok' });
  listenForShutdown();
  const updates = liveUpdates('leads', shutdownSignal()).getReader();
  expect((await updates.read()).done).toBe(false);
  process.emit('SIGTERM');
  expect((await updates.read()).done).toBe(true);
  expect(await readiness()).toMatchObject({ state: 'down' });
});
