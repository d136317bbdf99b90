import { fromPrisma, PgBoss, type SendOptions } from 'pg-boss';
import type { Tx } from '../db.ts';
import { log } from '../log.ts';
import { pool } from '../pool.ts';
import { queueNames, queues, type JobData, type QueueName } from './queues.ts';

/** Kept across hot reloads, and shared by the parts of the server that are bundled apart. */
const kept: typeof globalThis & { ovozBoss?: Promise<PgBoss> } = globalThis;

/**
 * The queue's client, started on first use; a failed start is tried again by the next one who asks. It has no workers
 * and no schedule of its own: whoever wants work done drains it.
 */
export function boss(): Promise<PgBoss> {
  return (kept.ovozBoss ??= start({ migrate: false }).catch((error: unknown) => {
    kept.ovozBoss = undefined;
    throw error;
  }));
}

/** Stops the client of this process; the next call of `boss` starts another one. */
export async function stopBoss(): Promise<void> {
  const running = kept.ovozBoss;
  kept.ovozBoss = undefined;
  await (await running)?.stop({ graceful: false });
}

/** Makes or renews the queue's own schema and our queues in it; part of migrating the database. */
export async function migrateJobs(): Promise<void> {
  const migrator = await start({ migrate: true });
  try {
    for (const name of queueNames) {
      await migrator.createQueue(name, queues[name].rules);
      await migrator.updateQueue(name, queues[name].rules);
    }
  } finally {
    await migrator.stop({ graceful: false });
  }
}

async function start({ migrate }: { migrate: boolean }): Promise<PgBoss> {
  const client = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    schema: 'pgboss',
    migrate,
    supervise: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    monitorIntervalSeconds: 1,
  });
  client.on('error', (error) => log.warn('queue_error', {}, error));
  return client.start();
}

/** A job that is sent only if the transaction is committed. */
export async function sendJob<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: JobData[Name],
  options: SendOptions = {},
): Promise<void> {
  const client = await boss();
  await client.send(name, data, { ...options, db: fromPrisma(tx) });
}

/** Jobs of one kind that are sent only if the transaction is committed. */
export async function sendJobs<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: JobData[Name][],
): Promise<void> {
  const client = await boss();
  const jobs = data.map((one) => ({ data: one }));
  if (jobs.length > 0) await client.insert(name, jobs, { db: fromPrisma(tx) });
}
