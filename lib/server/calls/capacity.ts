import { z } from 'zod';
import { type WorkerLoad, heartbeatEveryMs } from '../../contracts/call-events.ts';
import { AppError } from '../../contracts/errors.ts';
import { hourMs } from '../../time.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { db, type Tx } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { readRows } from '../platform/sql.ts';

/** A worker that has missed three heartbeats is gone, and its calls with it. */
export const workerGoneMs = 3 * heartbeatEveryMs;
/** An agent claims its call at once; a place that no agent claims in this time is free again. */
const claimWithinMs = 15_000;
/** Two, for a second tab and for the call that a reload has just left. */
const callsPerBrowser = 2;
/** One in eight places is reserved for addresses without a call. */
const reservedShare = 8;
const retryAfterS = 30;

/** By the clock of the web app, which also writes these columns. The database's may differ. */
const ago = (ms: number) => Prisma.sql`${new Date(Date.now() - ms).toISOString()}::timestamp`;

const placesRow = z.object({
  /** True if any worker has ever reported here: the previews of a deploy share an agent that reports elsewhere. */
  known: z.boolean(),
  total: z.number(),
  free: z.number(),
});
export type Places = z.infer<typeof placesRow>;

/** The places of all live agents. A call takes a place from its token on, first unassigned, then of its worker. */
export async function places(tx: Tx = db()): Promise<Places> {
  const [row] = await readRows(
    placesRow,
    Prisma.sql`
    WITH "worker" AS (
      SELECT w."maxJobs", greatest(w."taken", count(c."id")) AS "taken"
      FROM "AgentWorker" w LEFT JOIN "Call" c ON c."workerId" = w."id" AND c."endedAt" IS NULL
      WHERE w."seenAt" > ${ago(workerGoneMs)}
      GROUP BY w."id"
    )
    SELECT EXISTS (SELECT FROM "AgentWorker") AS "known",
      coalesce(sum("maxJobs"), 0)::int AS "total",
      (coalesce(sum(greatest("maxJobs" - "taken", 0)), 0) - (
        SELECT count(*) FROM "Call" WHERE "agentJobId" IS NULL AND "endedAt" IS NULL
          AND "createdAt" > ${ago(claimWithinMs)}
      ))::int AS "free"
    FROM "worker"`,
    tx,
  );
  return row ?? { known: false, total: 0, free: 0 };
}

/** Stores the load of a worker. After a restart of the media server the worker has another id and the same calls. */
export async function recordWorkerLoad({ workerId: id, before, ...load }: WorkerLoad): Promise<void> {
  const workerState = { ...load, seenAt: new Date() };
  await db().$transaction(async (tx) => {
    await tx.agentWorker.upsert({ where: { id }, create: { id, ...workerState }, update: workerState });
    if (before === undefined) return;
    await tx.call.updateMany({ where: { workerId: before, endedAt: null }, data: { workerId: id } });
    await tx.agentWorker.deleteMany({ where: { id: before } });
  });
}

interface CallerHashes {
  browserHash: string;
  addressHash?: string;
}

/** `crowded`: this address has as many calls as it may. */
export type Availability = 'free' | 'taken' | 'crowded';

/**
 * Checks whether one more call may begin. Holds a lock until the transaction ends, so that only one server checks at a time.
 * @throws AppError rate_limited if this browser has as many calls as it may
 */
export async function checkAvailability(tx: Tx, caller: CallerHashes): Promise<Availability> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('places', 0))`;
  const runningCalls = await countRunning(tx, caller);
  const perAddress = Math.max(1, env().LIMIT_CALLS_AT_ONCE - runningCalls.unused);
  if (runningCalls.browser >= callsPerBrowser) throw tooManyCalls();
  if (runningCalls.address >= perAddress) return 'crowded';
  const { known, total, free } = await places(tx);
  if (!known) return 'free';
  const reserved = runningCalls.address > 0 && perAddress < total ? Math.ceil(total / reservedShare) : 0;
  return free > reserved ? 'free' : 'taken';
}

/**
 * Counts running calls by browser and address. `unused` is the address's unused tokens of an hour minus its used ones, because
 * thousands may share a mobile network's address.
 */
async function countRunning(tx: Tx, { browserHash, addressHash }: CallerHashes) {
  const [row] = await readRows(
    z.object({ browser: z.number(), address: z.number(), unused: z.number() }),
    Prisma.sql`
    SELECT (count(*) FILTER (WHERE c."browserHash" = ${browserHash}))::int AS "browser",
      (count(*) FILTER (WHERE c."addressHash" = ${addressHash ?? ''}))::int AS "address",
      (SELECT greatest(0, sum(CASE WHEN "startedAt" IS NULL THEN 1 ELSE -1 END)) FROM "Call"
        WHERE "addressHash" = ${addressHash ?? ''} AND "endedAt" IS NOT NULL
        AND "createdAt" > ${ago(hourMs)})::int AS "unused"
    FROM "Call" c LEFT JOIN "AgentWorker" w ON w."id" = c."workerId"
    WHERE c."endedAt" IS NULL
      AND (c."browserHash" = ${browserHash} OR c."addressHash" = ${addressHash ?? ''})
      AND CASE WHEN c."agentJobId" IS NULL
        THEN c."createdAt" > ${ago(claimWithinMs)}
        ELSE w."seenAt" > ${ago(workerGoneMs)} END`,
    tx,
  );
  return row ?? { browser: 0, address: 0, unused: 0 };
}

export function tooManyCalls(): AppError {
  return new AppError('rate_limited', { retryAfterS });
}

export function linesBusy(): AppError {
  return new AppError('lines_busy', { retryAfterS });
}
