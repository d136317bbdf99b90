import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { readRows } from '../platform/sql.ts';
import { mkdir } from 'node:fs/promises';
import type { Health, HealthPart, PartState } from '../../contracts/health.ts';
import { isAdmin, isLocal } from '../http/auth.ts';
import { isDatabaseFull } from '../http/handler.ts';
import { workerGoneMs } from '../calls/capacity.ts';
import { describeCalls } from '../calls/engine.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import { publishedVersion } from '../plan/plan-versions.ts';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { boss } from '../platform/queue.ts';
import { shutdownSignal } from '../platform/shutdown.ts';
import { modelEndings } from './model-endings.ts';
import { recentFailures } from './vendor-failures.ts';
import { AppError } from '../../contracts/errors.ts';
import { requireFreeSpace } from '../platform/free-space.ts';
import { unlessAborted } from '../platform/unless-aborted.ts';
import { requireOwnFolder, storage } from '../platform/storage/index.ts';

const checkTimeoutMs = 2_000;
/** A vendor's slow list of models says nothing about the agent; the next check has its answer. */
const endingsTimeoutMs = 500;
/** Caches health so that many probes cause no load; after a failure it is checked again sooner. */
const wellForMs = 5_000;
const downForMs = 1_000;

/** Caches the result of `check` for a short time; simultaneous callers share one run. */
function withCache<T>(check: () => Promise<T>, isWell: (answer: T) => boolean): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let untilMs = 0;
  return () => {
    if (answer !== undefined && Date.now() < untilMs) return answer;
    untilMs = Infinity;
    answer = check();
    const cacheFor = (ms: number) => void (untilMs = Date.now() + ms);
    answer.then(
      (result) => cacheFor(isWell(result) ? wellForMs : downForMs),
      () => cacheFor(0),
    );
    return answer;
  };
}

export const cachedHealth = withCache(health, ({ status }) => status === 'ok');

/** The public health. Details name vendors and settings, so only admins and this machine get them. */
export async function healthFor(headers: Headers): Promise<Health> {
  const { status, parts } = await cachedHealth();
  // Without the database no admin can be recognised.
  if (isLocal(headers) || (await isAdmin(headers).catch(() => false))) return { status, parts };
  const withoutDetail = ({ state }: PartState): PartState => ({ state });
  return {
    status,
    parts: {
      database: withoutDetail(parts.database),
      livekit: withoutDetail(parts.livekit),
      agent: withoutDetail(parts.agent),
      storage: withoutDetail(parts.storage),
      jobs: withoutDetail(parts.jobs),
    },
  };
}

const cachedReadiness = withCache(
  () => check(checkReadiness),
  ({ state }) => state === 'ok',
);

/** Readiness: the process is not stopping, its database answers, and its folder is that database's storage. */
export async function readiness(): Promise<PartState> {
  return shutdownSignal().aborted ? { state: 'down', detail: 'It is about to stop.' } : cachedReadiness();
}

async function checkReadiness(): Promise<PartState> {
  // A read-only database can still show leads.
  await db().$queryRaw`SELECT 1`;
  await requireOwnFolder().catch((error: unknown) => {
    // A full or read-only disk does not affect the rest.
    if (error instanceof AppError) throw error;
  });
  return { state: 'ok' };
}

/** Checks every part of the product; a check that hangs counts as down. */
export async function health(): Promise<Health> {
  const [database, livekit, agent, storage, jobs] = await Promise.all([
    check(checkDatabase),
    check(checkLiveKit),
    check(checkAgent),
    check(checkStorage),
    check(checkJobs),
  ]);
  const parts: Record<HealthPart, PartState> = { database, livekit, agent, storage, jobs };
  const status = Object.values(parts).some((part) => part.state === 'down') ? 'down' : 'ok';
  return { status, parts };
}

async function check(run: (signal: AbortSignal) => Promise<PartState>): Promise<PartState> {
  const signal = AbortSignal.timeout(checkTimeoutMs);
  return unlessAborted(run(signal), signal).catch((error: unknown) => {
    if (signal.aborted) return { state: 'down', detail: 'No answer in time.' };
    return { state: 'down', detail: error instanceof AppError ? error.message : 'Cannot be reached.' };
  });
}

/** Postgres reads even from a full disk, so this query needs more memory than allowed: Postgres writes a temporary file. */
async function checkDatabase(): Promise<PartState> {
  try {
    const isReadOnly = await db().$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL work_mem = '64kB'`;
      const [row] = await readRows(z.object({ isReadOnly: z.boolean() }), queryBeyondMemory, tx);
      return row?.isReadOnly;
    });
    return isReadOnly ? { state: 'down', detail: 'It is read-only.' } : { state: 'ok' };
  } catch (error) {
    if (isDatabaseFull(error)) return { state: 'down', detail: 'Its disk is full.' };
    throw error;
  }
}

const queryBeyondMemory = Prisma.sql`
  SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly", count(*) FROM generate_series(1, 10000)`;

async function checkLiveKit(signal: AbortSignal): Promise<PartState> {
  const url = env().LIVEKIT_URL;
  if (url === undefined) return { state: 'off', detail: 'LIVEKIT_URL is not set.' };
  const response = await fetch(url.replace(/^ws/, 'http'), { signal });
  return response.ok ? { state: 'ok' } : { state: 'down', detail: `Answered ${response.status}.` };
}

async function checkAgent(): Promise<PartState> {
  if (env().LIVEKIT_URL === undefined) return { state: 'off', detail: 'Calls are not set up.' };
  const since = new Date(Date.now() - workerGoneMs);
  const liveWorkers = await db().agentWorker.count({ where: { seenAt: { gt: since } } });
  if (liveWorkers === 0) return { state: 'down', detail: 'No agent has reported lately.' };
  const use = describeCalls((await publishedVersion()) ?? configuredPlan().version);
  const failureTexts = (await recentFailures()).map(
    ({ part, vendor, kind, times, detail = '' }) => `${part} ${vendor}: ${kind} ${times}× (${detail})`,
  );
  const lastHour = failureTexts.length === 0 ? '' : ` Failures of the last hour: ${failureTexts.join('; ')}.`;
  const endings = await unlessAborted(modelEndings(), AbortSignal.timeout(endingsTimeoutMs)).catch(() => []);
  const endingTexts = endings.map(({ model, endsOn }) => ` ${model} ends on ${endsOn}.`);
  return { state: 'ok', detail: `${use}${lastHour}${endingTexts.join('')}` };
}

async function checkStorage(): Promise<PartState> {
  const { spoolFolder } = storage();
  await requireOwnFolder();
  await storage().check();
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  await requireFreeSpace(spoolFolder);
  return { state: 'ok' };
}

/** Due jobs start within seconds. If some have waited for minutes and none runs, no process drains the queue. */
async function checkJobs(): Promise<PartState> {
  await boss();
  const [queue] = await readRows(z.object({ isStuck: z.boolean() }), stuckQueue);
  return queue?.isStuck ? { state: 'down', detail: 'Jobs wait, and nobody does them.' } : { state: 'ok' };
}

/** Due jobs are in a pg-boss index. Running ones are not, so they are queried only if jobs wait. */
export const stuckQueue = Prisma.sql`
  SELECT EXISTS (
    SELECT FROM pgboss.job WHERE state < 'active' AND NOT blocked AND start_after < now() - interval '5 minutes'
  ) AND NOT EXISTS (SELECT FROM pgboss.job WHERE state = 'active') AS "isStuck"`;
