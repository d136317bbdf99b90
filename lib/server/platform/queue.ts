import { PgBoss, type Queue, type SendOptions, fromPrisma } from 'pg-boss';
import type pg from 'pg';
import { type Tx, newConnection, pool } from './db.ts';
import { log } from './log.ts';
import { singleton } from './singleton.ts';

export type NoticeChannel = 'webhook' | 'telegram';

/** Payload of each kind of job. Ids only: a job reads the current state when it runs. */
export interface JobData {
  'lead-failed': { leadId: string; revision: number };
  /** deferrals: how often a vendor has already said when to come back. */
  'process-lead': { leadId: string; revision: number; deferrals?: number };
  'settle-call': { callId: string };
  'send-notice': { leadId: string; channel: NoticeChannel };
  'delete-audio': { key: string };
  sweep: Record<string, never>;
}

export type QueueName = keyof JobData;

interface QueueSettings {
  /** How many of these one process does at a time. */
  concurrency: number;
  /** heartbeatSeconds: a worker not heard of for so long is dead, and its job is done again; pg-boss takes no less than 10. */
  rules: Omit<Queue, 'name'>;
}

const hourS = 3600;
/** A call makes five or six jobs: metrics look at one day of them, and every look of the supervision reads all that are kept. */
const kept1Day = { deleteAfterSeconds: 24 * hourS };
/** Retry policy through long vendor outages, for jobs that must be done in the end. */
const patient = {
  ...kept1Day,
  retryLimit: 40,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: hourS,
  heartbeatSeconds: 20,
};
/** For what an admin waits for: given up after some minutes, and then tried again by hand. */
const prompt = { ...patient, retryLimit: 4, retryDelayMax: 300 };

export const queues: Record<QueueName, QueueSettings> = {
  'lead-failed': { concurrency: 1, rules: patient },
  'process-lead': { concurrency: 2, rules: { ...prompt, expireInSeconds: hourS, deadLetter: 'lead-failed' } },
  'settle-call': { concurrency: 2, rules: patient },
  'send-notice': { concurrency: 2, rules: { ...patient, retryLimit: 12 } },
  'delete-audio': { concurrency: 2, rules: patient },
  sweep: {
    concurrency: 1,
    rules: { ...kept1Day, retryLimit: 0, heartbeatSeconds: 60, expireInSeconds: hourS },
  },
};

/** In the order in which they are made: a queue for what failed for good comes before the queue that feeds it. */
export const queueNames: QueueName[] = [
  'lead-failed',
  'process-lead',
  'settle-call',
  'send-notice',
  'delete-audio',
  'sweep',
];

const client = singleton('queue', (): Promise<PgBoss> =>
  start({ migrate: false }).catch((error: unknown) => {
    client.take();
    throw error;
  }),
);

/**
 * The queue's client, started on first use; a failed start is tried again by the next one who asks. It has no workers
 * and no schedule of its own: whoever wants work done drains it.
 */
export function boss(): Promise<PgBoss> {
  return client.get();
}

/** Stops the client of this process; the next call of `boss` starts another one. */
export async function stopBoss(): Promise<void> {
  await (await client.take())?.stop({ graceful: false });
}

/**
 * Makes or renews the queue's own schema and our queues in it; part of migrating the database.
 * @public loaded by scripts/migrate.ts
 */
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

/** On a connection of its own: those of the pool may all be in transactions that wait for this start. */
async function start({ migrate }: { migrate: boolean }): Promise<PgBoss> {
  const own = await newConnection();
  let database: pg.Client | pg.Pool = own;
  const client = new PgBoss({
    db: { executeSql: (text, values) => database.query(text, values) },
    schema: 'pgboss',
    migrate,
    supervise: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    monitorIntervalSeconds: 1,
    // By default once a day, in one statement that would run into the time limit of statements.
    maintenanceIntervalSeconds: 600,
  });
  client.on('error', (error) => log.warn('queue_failed', {}, error));
  try {
    return await client.start();
  } finally {
    database = pool();
    await own.end();
  }
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
