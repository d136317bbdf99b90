import { randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { db } from '../platform/db.ts';
import { queueProcessing, reprocessLead } from '../leads/process-lead.ts';
import { saveRecording } from '../leads/recordings.ts';
import { deleteUnlessNamed, storage } from '../platform/storage/index.ts';
import { newRecording } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { env } from '../platform/env.ts';
import { boss, sendJob, stopBoss } from '../platform/queue.ts';
import { drainJobs, reviveJobs } from './drain.ts';

setUpEnvironment();

afterEach(() => {
  vi.restoreAllMocks();
});

/** A queued lead without a recording, which is quickly processed. */
async function createLead(): Promise<string> {
  return db().$transaction(async (tx) => {
    const { id } = await tx.lead.create({ data: { phone: '+998901234567' } });
    await queueProcessing(tx, id);
    return id;
  });
}

const leadOf = (id: string) => db().lead.findUniqueOrThrow({ where: { id } });
const countJobsByState = (queue: string) =>
  db().$queryRaw<{ state: string; count: number }[]>`
    SELECT state::text, count(*)::int FROM pgboss.job WHERE name = ${queue} GROUP BY state`;

/** Starts a process that takes a job, and kills it. */
async function killWorkerDuringJob(): Promise<void> {
  const worker = fork(path.join(import.meta.dirname, '..', 'testing', 'dying-worker.ts'));
  await once(worker, 'message');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

/** Simulates a minute without heartbeats. Lost jobs then retry, and every waiting job is due. */
async function passMinuteWithoutHeartbeat(): Promise<void> {
  await db().$executeRaw`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute',
    started_on = started_on - interval '1 minute' WHERE state = 'active'`;
  await db().$executeRaw`UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL`;
  await reviveJobs();
  await db().$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state < 'active'`;
}

test('a job is sent only if its transaction is committed', async () => {
  const rolledBack = db().$transaction(async (tx) => {
    await sendJob(tx, 'delete-audio', { key: 'leads/x.webm' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await countJobsByState('delete-audio')).toEqual([]);
});

test('more first leads than database connections do not block each other', async () => {
  await stopBoss();
  const ids = await Promise.all(Array.from({ length: env().DATABASE_CONNECTIONS + 3 }, createLead));
  expect(new Set(ids).size).toBe(ids.length);
  await drainJobs();
});

test('the job of a killed worker is done again by another one', async () => {
  const id = await createLead();
  await killWorkerDuringJob();
  expect((await leadOf(id)).status).toBe('processing');
  await drainJobs();
  expect((await leadOf(id)).status).toBe('processing');

  await passMinuteWithoutHeartbeat();
  await drainJobs();
  expect((await leadOf(id)).status).toBe('completed');
});

test('a lead whose worker dies at the last retry is failed', async () => {
  const id = await createLead();
  await killWorkerDuringJob();
  await passMinuteWithoutHeartbeat();
  await db().$executeRaw`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'process-lead'`;
  await killWorkerDuringJob();
  await passMinuteWithoutHeartbeat();
  await drainJobs();
  expect(await leadOf(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('.') });
});

test('a worker that has lost its job writes nothing when it resumes', async () => {
  const { leadReceipt } = await saveRecording(newRecording(), 'browser');
  const id = leadReceipt._id;
  const client = await boss();
  const storageRead = vi.spyOn(storage(), 'get');
  const pendingRead = Promise.withResolvers<null>();
  storageRead.mockReturnValueOnce(pendingRead.promise);
  const first = drainJobs();
  await expect.poll(() => storageRead).toHaveBeenCalled();

  await passMinuteWithoutHeartbeat();
  const [job] = await client.fetch<object>('process-lead', { includeMetadata: true });
  expect(job?.retryCount).toBe(1);
  pendingRead.resolve(null);
  await first;
  expect((await leadOf(id)).status).toBe('processing');
  if (job !== undefined) await client.complete('process-lead', { id: job.id, retryCount: job.retryCount });
});

test('each job is done once, however many drains of the queue run', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, createLead));
  const completions = vi.spyOn(await boss(), 'complete');
  await Promise.all(Array.from({ length: 5 }, () => drainJobs()));
  const done = completions.mock.calls
    .filter(([queue]) => queue === 'process-lead')
    .map(([, job]) => JSON.stringify(job));
  expect(done).toHaveLength(20);
  expect(new Set(done).size).toBe(20);
  expect(await db().lead.count({ where: { id: { in: ids }, status: 'completed' } })).toBe(20);
});

test('a queue that fails while a job runs ends neither the process nor the job', async () => {
  const id = await createLead();
  const unhandled = vi.fn();
  process.prependListener('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const client = await boss();
  const fetchJob = client.fetch.bind(client);
  let hasJob = false;
  const fetched = vi.spyOn(client, 'fetch');
  fetched.mockImplementation(async (name: string) => {
    if (hasJob) throw new Error('the database is gone');
    const jobs = await fetchJob<object>(name, { batchSize: 1, includeMetadata: true });
    hasJob = jobs.length > 0;
    return jobs;
  });
  await expect(drainJobs()).rejects.toThrow('the database is gone');
  expect((await leadOf(id)).status).toBe('completed');
  expect(unhandled).not.toHaveBeenCalled();
});

test('an operator reprocesses a lead, unless it is being processed', async () => {
  const id = await createLead();
  await drainJobs();
  await reprocessLead(id);
  expect(await leadOf(id)).toMatchObject({ status: 'pending', error: null });
  await db().lead.update({ where: { id }, data: { status: 'processing' } });
  await expect(reprocessLead(id)).rejects.toMatchObject({ code: 'already_processing', status: 409 });
  await expect(reprocessLead(randomUUID())).rejects.toMatchObject({ code: 'lead_not_found' });
});

test('a lead is processed later if the storage fails at first', async () => {
  const { leadReceipt } = await saveRecording(newRecording(), 'browser');
  vi.spyOn(storage(), 'get').mockRejectedValueOnce(new Error('not now'));
  await drainJobs();
  expect((await leadOf(leadReceipt._id)).status).toBe('pending');
  await passMinuteWithoutHeartbeat();
  await drainJobs();
  expect((await leadOf(leadReceipt._id)).status).toBe('completed');
});

test('after a day, a file that no lead and no sentence names is deleted; the others stay', async () => {
  const { leadReceipt } = await saveRecording(newRecording(), 'browser');
  const leadKey = (await leadOf(leadReceipt._id)).audioKey ?? '';
  const [orphan, spoken] = ['leads/orphan.wav', 'voice/spoken.wav'];
  const row = { language: 'en', text: 'Hello', sentence: 'hello', durationS: 1, bytes: 100 };
  await db().sentenceRecording.create({ data: { ...row, id: randomUUID(), audioKey: spoken } });
  for (const key of [orphan, spoken]) {
    await deleteUnlessNamed(key);
    await storage().put(key, newRecording().file);
  }
  await drainJobs();
  expect(await storage().get(orphan)).not.toBeNull();
  await db()
    .$executeRaw`UPDATE pgboss.job SET start_after = start_after - interval '1 day' WHERE state < 'active'`;
  await drainJobs();
  expect(await storage().get(orphan)).toBeNull();
  for (const key of [leadKey, spoken]) expect(await storage().get(key)).not.toBeNull();
});

test('a recording is deleted later if the storage fails at first', async () => {
  const key = 'leads/stubborn.wav';
  const { file } = newRecording();
  await storage().put(key, file);
  await db().$transaction((tx) => sendJob(tx, 'delete-audio', { key }));
  vi.spyOn(storage(), 'delete').mockRejectedValueOnce(new Error('not now'));
  // As after an outage of two days.
  await db().$executeRaw`UPDATE pgboss.job SET retry_count = 40 WHERE name = 'delete-audio'`;
  await drainJobs();
  expect(await storage().get(key)).not.toBeNull();
  await passMinuteWithoutHeartbeat();
  await drainJobs();
  expect(await storage().get(key)).toBeNull();
});
