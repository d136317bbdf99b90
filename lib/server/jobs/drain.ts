import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import { boss, type JobData, type QueueName, queueNames, queues } from '../platform/queue.ts';
import { type JobHandler, runJob } from '../platform/job-run.ts';
import { settleCall } from '../calls/settle.ts';
import { failLead, processLead } from '../leads/process-lead.ts';
import { deleteUnnamed } from '../leads/recordings.ts';
import { sendNotice } from './notices.ts';
import { requireOwnFolder } from '../platform/storage/index.ts';
import { sweep } from './sweep.ts';
import { singleton } from '../platform/singleton.ts';

const handlers: { [Name in QueueName]: JobHandler<JobData[Name]> } = {
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
  /** Jobs running in this process. */
  busy: number;
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
  await client.send('sweep', {}, { singletonSeconds: 3600 });
}

/** Requeues the jobs of dead workers and deletes old finished ones. */
export async function reviveJobs(): Promise<void> {
  // All queues at once, because each check reads the whole table.
  await (await boss()).supervise();
}

function lanesOf(name: QueueName): Lanes {
  return (drain.lanes[name] ??= { busy: 0, drainCount: 0 });
}

async function drainQueue(name: QueueName, untilMs: number): Promise<void> {
  const lanes = lanesOf(name);
  lanes.drainCount++;
  await startLane(name, lanes, untilMs);
}

async function startLane<Name extends QueueName>(name: Name, lanes: Lanes, untilMs: number): Promise<void> {
  if (lanes.busy >= queues[name].concurrency) return;
  lanes.busy++;
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
        await runJob(client, name, job, handlers[name]);
      } else if (drainCount === lanes.drainCount) break;
    }
  } finally {
    lanes.busy--;
    await Promise.allSettled(openedLanes);
  }
  await Promise.all(openedLanes);
}
