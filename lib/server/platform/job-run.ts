import { fromPrisma, type CommandResponse, type JobWithMetadata, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Tx } from './db.ts';
import { log } from './log.ts';
import type { JobData, QueueName } from './queue.ts';
import { storable } from './storable.ts';
import { traceWork } from './telemetry.ts';

/** pg-boss returns this field, but its type omits it. */
const settledResponse = z.object({ affected: z.number() });

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

export type JobHandler<Data> = (run: JobRun<Data>) => Promise<void>;

/** Runs one job to its end. Never throws: a failure is stored with the job. */
export async function runJob<Name extends QueueName>(
  client: PgBoss,
  name: Name,
  job: JobWithMetadata<JobData[Name]>,
  handle: JobHandler<JobData[Name]>,
): Promise<void> {
  const currentTry = { id: job.id, retryCount: job.retryCount };
  let isSettled = false;
  const settle = async (command: Promise<CommandResponse>) => {
    const { affected } = settledResponse.parse(await command);
    if (affected === 0) throw new JobLost();
  };
  const run: JobRun<JobData[Name]> = {
    data: job.data,
    isLast: job.retryCount >= job.retryLimit,
    complete: async (tx) => {
      await settle(client.complete(name, currentTry, null, { db: fromPrisma(tx) }));
      isSettled = true;
    },
    fail: async (tx, error) => {
      await settle(client.fail(name, currentTry, reason(error), { db: fromPrisma(tx) }));
      isSettled = true;
    },
  };
  const heartbeatMs = ((job.heartbeatSeconds ?? 60) * 1000) / 4;
  const heartbeat = setInterval(
    () => void client.touch(name, currentTry).catch(() => undefined),
    heartbeatMs,
  );
  try {
    await traceWork(() => handle(run));
    if (!isSettled) await client.complete(name, currentTry);
  } catch (error) {
    if (error instanceof JobLost) return;
    const lead = 'leadId' in job.data ? job.data.leadId : undefined;
    const facts = { queue: name, lead, job: job.id, attempt: job.retryCount, last: run.isLast };
    log.warn('job_failed', facts, error);
    if (!isSettled) await client.fail(name, currentTry, reason(error)).catch(() => undefined);
  } finally {
    clearInterval(heartbeat);
  }
}

function reason(error: unknown): { message: string } {
  return { message: storable(error instanceof Error ? error.message : String(error)) };
}
