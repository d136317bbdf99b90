import { type CommandResponse, type JobWithMetadata, type PgBoss, fromPrisma } from 'pg-boss';
import { z } from 'zod';
import { settleCall } from '../calls/settle.ts';
import { failLead, processLead } from '../leads/process-lead.ts';
import { deleteUnnamed } from '../leads/recordings.ts';
import { hourS } from '../../time.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import {
  type JobData,
  JobLost,
  type JobRun,
  type QueueName,
  boss,
  queueNames,
  queues,
} from '../platform/queue.ts';
import { singleton } from '../platform/singleton.ts';
import { storable } from '../platform/storable.ts';
import { requireOwnFolder } from '../platform/storage/index.ts';
import { traceWork } from '../platform/telemetry.ts';
import { sendNotice } from './notices.ts';
import { sweep } from './sweep.ts';
import { messageOf } from '../platform/message-of.mjs';

const handlers: { [Name in QueueName]: (run: JobRun<JobData[Name]>) => Promise<void> } = {
  'lead-failed': failLead,
  'process-lead': processLead,
  'settle-call': settleCall,
  'send-notice': sendNotice,
  'delete-audio': ({ data }) => deleteUnnamed(data.key),
  sweep,
};

/** A serverless function may stop soon after its response; no job starts later than this. */
const soonStartLimitMs = 20_000;

interface Lanes {
  /** Open lanes of this process. Each runs one job at a time. */
  open: number;
  /** Raised by each `drainJobs`: an idle lane polls again if this has changed meanwhile. */
  drainCount: number;
}

interface Drain {
  lanes: Partial<Record<QueueName, Lanes>>;
  runningDrains: Set<Promise<unknown>>;
  isStopping: boolean;
}

/** Shared by the whole process: concurrency limits and the stop. */
const drain = singleton('drain', (): Drain => ({
  lanes: {},
  runningDrains: new Set(),
  isStopping: false,
})).get();

/**
 * Runs due jobs until none is left or the time is up; returns when its lanes have finished. Several processes may drain at once.
 * @param untilMs no job starts later than this, in milliseconds since 1970
 */
export async function drainJobs(untilMs = Infinity): Promise<void> {
  await requireOwnFolder();
  const queueDrains = queueNames.map((name) => drainQueue(name, untilMs));
  const work = Promise.allSettled(queueDrains);
  drain.runningDrains.add(work);
  await work.finally(() => drain.runningDrains.delete(work));
  await Promise.all(queueDrains);
}

/** Starts no more jobs in this process; resolves when running ones are done. */
export async function finishJobs(): Promise<void> {
  drain.isStopping = true;
  await Promise.allSettled(drain.runningDrains);
}

/** Runs the jobs that a request has just queued, in its `after()`. Failures are left to the worker or cron. */
export async function drainSoon(): Promise<void> {
  if (env().JOBS === 'elsewhere') return;
  await drainJobs(Date.now() + soonStartLimitMs).catch((error: unknown) =>
    log.warn('drain_failed', {}, error),
  );
}

/** Queues the hourly sweep. Repeated requests within the hour have no effect. */
export async function sendSweep(): Promise<void> {
  const client = await boss();
  await client.send('sweep', {}, { singletonSeconds: hourS });
}

/** Requeues the jobs of dead workers and deletes old finished ones. */
export async function reviveJobs(): Promise<void> {
  // All queues at once, because each check reads the whole table.
  await (await boss()).supervise();
}

async function drainQueue(name: QueueName, untilMs: number): Promise<void> {
  const lanes = (drain.lanes[name] ??= { open: 0, drainCount: 0 });
  lanes.drainCount++;
  await startLane(name, lanes, untilMs);
}

async function startLane<Name extends QueueName>(name: Name, lanes: Lanes, untilMs: number): Promise<void> {
  if (lanes.open >= queues[name].concurrency) return;
  lanes.open++;
  const openedLanes: Promise<void>[] = [];
  try {
    const client = await boss();
    while (!drain.isStopping && Date.now() < untilMs) {
      const { drainCount } = lanes;
      const [job] = await client.fetch<JobData[Name]>(name, { batchSize: 1, includeMetadata: true });
      if (job !== undefined) {
        // Found one, so there may be more: start another lane.
        const openedLane = startLane(name, lanes, untilMs);
        // It may fail during the job below. Node would end the process for a failure that nobody awaits yet.
        openedLane.catch(() => undefined);
        openedLanes.push(openedLane);
        await runJob(client, name, job);
      } else if (drainCount === lanes.drainCount) break;
    }
  } finally {
    lanes.open--;
    await Promise.allSettled(openedLanes);
  }
  await Promise.all(openedLanes);
}

/** pg-boss returns this field, but its type omits it. */
const settledResponse = z.object({ affected: z.number() });

/** Runs one job to its end. Never throws: a failure is stored with the job. */
async function runJob<Name extends QueueName>(
  client: PgBoss,
  name: Name,
  job: JobWithMetadata<JobData[Name]>,
): Promise<void> {
  const currentTry = { id: job.id, retryCount: job.retryCount };
  let isSettled = false;
  const settle = async (command: Promise<CommandResponse>) => {
    const { affected } = settledResponse.parse(await command);
    if (affected === 0) throw new JobLost();
    isSettled = true;
  };
  const run: JobRun<JobData[Name]> = {
    data: job.data,
    isLast: job.retryCount >= job.retryLimit,
    complete: (tx) => settle(client.complete(name, currentTry, null, { db: fromPrisma(tx) })),
    fail: (tx, error) => settle(client.fail(name, currentTry, reason(error), { db: fromPrisma(tx) })),
  };
  const heartbeatMs = ((job.heartbeatSeconds ?? 60) * 1000) / 4;
  const heartbeat = setInterval(
    () => void client.touch(name, currentTry).catch(() => undefined),
    heartbeatMs,
  );
  try {
    await traceWork(() => handlers[name](run));
    if (!isSettled) await client.complete(name, currentTry);
  } catch (error) {
    if (error instanceof JobLost) return;
    const lead = 'leadId' in job.data ? job.data.leadId : undefined;
    const facts = { queue: name, lead, job: job.id, retry: job.retryCount, last: run.isLast };
    log.warn('job_failed', facts, error);
    if (!isSettled) await client.fail(name, currentTry, reason(error)).catch(() => undefined);
  } finally {
    clearInterval(heartbeat);
  }
}

function reason(error: unknown): { message: string } {
  return { message: storable(messageOf(error)) };
}
