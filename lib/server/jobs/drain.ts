import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import { boss, type JobData, type QueueName, queueNames, queues } from '../platform/queue.ts';
import { type JobHandler, runJob } from '../platform/job-run.ts';
import { settleCall } from '../calls/settle.ts';
import { giveUpLead, processLead } from '../leads/process-lead.ts';
import { sendNotice } from './notices.ts';
import { requireOwnFolder, storage } from '../platform/storage/index.ts';
import { sweep } from './sweep.ts';
import { singleton } from '../platform/singleton.ts';

const handlers: { [Name in QueueName]: JobHandler<JobData[Name]> } = {
  'lead-failed': giveUpLead,
  'process-lead': processLead,
  'settle-call': settleCall,
  'send-notice': sendNotice,
  'delete-audio': ({ data }) => storage().delete(data.key),
  sweep,
};

/** A serverless function may be stopped soon after its response; no new job is begun later than this. */
const soonMs = 20_000;

interface Lanes {
  /** How many are at work in this process. */
  busy: number;
  /** Raised by each call of `drainJobs`: a lane that found nothing looks again if somebody called meanwhile. */
  calls: number;
}

interface Drain {
  lanes: Partial<Record<QueueName, Lanes>>;
  underWay: Set<Promise<unknown>>;
  isStopping: boolean;
}

/** All parts of a process together keep within the limits, and stop. */
const drain = singleton('drain', (): Drain => ({ lanes: {}, underWay: new Set(), isStopping: false })).get();

/**
 * Does the jobs that are due, until none is left or the time is up, and returns when its own lanes have finished. Any number
 * of processes may do so at once.
 * @param until when to begin no more jobs, in milliseconds since 1970
 */
export async function drainJobs(until = Infinity): Promise<void> {
  await requireOwnFolder();
  const work = Promise.all(queueNames.map((name) => drainQueue(name, until)));
  drain.underWay.add(work);
  await work.finally(() => drain.underWay.delete(work));
}

/** Begins no more jobs in this process; returns when those under way are done. */
export async function finishJobs(): Promise<void> {
  drain.isStopping = true;
  await Promise.allSettled(drain.underWay);
}

/** For `after()` in a handler: what the request has just sent is done at once. What fails is left to the worker or to cron. */
export async function drainSoon(): Promise<void> {
  if (env().JOBS === 'elsewhere') return;
  await drainJobs(Date.now() + soonMs).catch((error: unknown) => log.warn('drain_failed', {}, error));
}

/** Asks for a sweep; however many processes ask, there is one an hour. */
export async function sendSweep(): Promise<void> {
  const client = await boss();
  await client.send('sweep', {}, { singletonSeconds: 3600 });
}

/** Gives the jobs of workers that died back to the queue, and removes what was done long ago. */
export async function reviveJobs(): Promise<void> {
  // All queues at once: each look reads the whole table.
  await (await boss()).supervise();
}

function lanesOf(name: QueueName): Lanes {
  return (drain.lanes[name] ??= { busy: 0, calls: 0 });
}

async function drainQueue(name: QueueName, until: number): Promise<void> {
  const lanes = lanesOf(name);
  lanes.calls++;
  await openLane(name, lanes, until);
}

async function openLane<Name extends QueueName>(name: Name, lanes: Lanes, until: number): Promise<void> {
  if (lanes.busy >= queues[name].concurrency) return;
  lanes.busy++;
  const opened: Promise<void>[] = [];
  try {
    const client = await boss();
    while (!drain.isStopping && Date.now() < until) {
      const { calls } = lanes;
      const [job] = await client.fetch<JobData[Name]>(name, { batchSize: 1, includeMetadata: true });
      if (job !== undefined) {
        // There was one, so there may be more: the next lane looks while this one works.
        opened.push(openLane(name, lanes, until));
        await runJob(client, name, job, handlers[name]);
      } else if (calls === lanes.calls) break;
    }
  } finally {
    lanes.busy--;
  }
  await Promise.all(opened);
}
