import { PgBoss, type Queue, type SendOptions, fromPrisma } from 'pg-boss';
import type pg from 'pg';
import { dayS, hourS, yearS } from '../../time.ts';
import { type Tx, connectionConfig, pool } from './db.ts';
import { log } from './log.ts';
import { singleton } from './singleton.ts';
import { withClient } from './with-client.ts';

export type NoticeChannel = 'webhook' | 'telegram';

/** Payload of each kind of job. Only ids: a job reads the current state when it runs. */
export interface JobData {
  'lead-failed': { leadId: string; revision: number };
  /** deferrals: how often a vendor has already postponed the job by Retry-After. */
  'process-lead': { leadId: string; revision: number; deferrals?: number };
  'settle-call': { callId: string };
  'send-notice': { leadId: string; channel: NoticeChannel };
  'delete-audio': { key: string };
  sweep: Record<string, never>;
}

export type QueueName = keyof JobData;

/** The lease was lost after missed heartbeats and another worker has the job: this try's results are discarded. */
export class JobLost extends Error {
  constructor() {
    super('the job belongs to a later try');
    this.name = 'JobLost';
  }
}

/** One try of a job. */
export interface JobRun<Data> {
  data: Data;
  /** True if a failure now is final. */
  isLast: boolean;
  /**
   * Completes the job in the transaction that writes its result, so that both count or neither.
   * @throws JobLost
   */
  complete(tx: Tx): Promise<void>;
  /**
   * Records a failure in the caller's transaction; pg-boss retries later if tries are left.
   * @throws JobLost
   */
  fail(tx: Tx, error: unknown): Promise<void>;
}

interface QueueSettings {
  /** Maximum jobs of this kind at a time in one process. */
  concurrency: number;
  /** heartbeatSeconds: a worker silent for this long is dead, and its job is retried. pg-boss's minimum is 10. */
  rules: Omit<Queue, 'name'>;
}

/** Finished jobs stay one day for metrics; supervision reads all of them, and a call makes five or six. */
const deletedAfterADay = { deleteAfterSeconds: dayS };
/** Retry policy through long vendor outages: about 32 hours. */
const patientRetries = {
  ...deletedAfterADay,
  retryLimit: 40,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: hourS,
  heartbeatSeconds: 20,
};
const decadeS = 10 * yearS;
/** Retry policy of jobs that must be done in the end, however long a vendor or this server is off. */
const endlessRetries = { ...patientRetries, retryLimit: 2 ** 31 - 1, retentionSeconds: decadeS };
/** Retry policy of jobs that an admin waits for: they fail after some minutes and are retried by hand. */
const promptRetries = { ...patientRetries, retryLimit: 4, retryDelayMax: 300 };

/** In order of creation: a dead-letter queue before the queue that feeds it. */
export const queues: Record<QueueName, QueueSettings> = {
  'lead-failed': { concurrency: 1, rules: patientRetries },
  'process-lead': {
    concurrency: 2,
    rules: { ...promptRetries, expireInSeconds: hourS, deadLetter: 'lead-failed' },
  },
  'settle-call': { concurrency: 2, rules: { ...patientRetries, retentionSeconds: decadeS } },
  'send-notice': { concurrency: 2, rules: { ...patientRetries, retryLimit: 12 } },
  'delete-audio': { concurrency: 2, rules: endlessRetries },
  sweep: {
    concurrency: 1,
    rules: { ...deletedAfterADay, retryLimit: 0, heartbeatSeconds: 60, expireInSeconds: hourS },
  },
};

export const queueNames = Object.keys(queues) as QueueName[];

const client = singleton('queue', (): Promise<PgBoss> =>
  start({ migrate: false }).catch((error: unknown) => {
    client.take();
    throw error;
  }),
);

/**
 * The queue's client, started on first use; the next call retries a failed start. It runs no workers or schedules: drainJobs
 * fetches the jobs.
 */
export function boss(): Promise<PgBoss> {
  return client.get();
}

/** Stops this process's client; the next `boss` starts another one. */
export async function stopBoss(): Promise<void> {
  await (await client.take())?.stop({ graceful: false });
}

/** Creates or upgrades the queue's schema and our queues, as a part of the migration. */
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

/** Uses its own connection: the pool's may all be in transactions that wait for this start. */
async function start({ migrate }: { migrate: boolean }): Promise<PgBoss> {
  return withClient(connectionConfig(), async (ownClient) => {
    let database: pg.Client | pg.Pool = ownClient;
    const client = new PgBoss({
      db: { executeSql: (text, values) => database.query(text, values) },
      schema: 'pgboss',
      migrate,
      supervise: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      monitorIntervalSeconds: 1,
      // The default, one statement a day, would exceed the statement timeout.
      maintenanceIntervalSeconds: 600,
    });
    client.on('error', (error) => log.warn('queue_failed', {}, error));
    return client.start().finally(() => (database = pool()));
  });
}

/** Sends a job when the transaction commits. */
export async function sendJob<Name extends QueueName>(
  tx: Tx,
  name: Name,
  data: JobData[Name],
  options: SendOptions = {},
): Promise<void> {
  const client = await boss();
  await client.send(name, data, { ...options, db: fromPrisma(tx) });
}

/** Sends jobs of one kind when the transaction commits. */
export async function sendJobs<Name extends QueueName>(
  tx: Tx | pg.ClientBase,
  name: Name,
  data: JobData[Name][],
): Promise<void> {
  const client = await boss();
  const jobs = data.map((payload) => ({ data: payload }));
  const db =
    'query' in tx
      ? { executeSql: (text: string, values?: unknown[]) => tx.query(text, values) }
      : fromPrisma(tx);
  if (jobs.length > 0) await client.insert(name, jobs, { db });
}
