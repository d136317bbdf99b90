import { dayMs, hourMs } from '../../time.ts';
import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Prisma } from '../generated/prisma/client.ts';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { deleteLeadsBefore } from '../leads/delete-leads.ts';
import { requeueLeads } from '../leads/process-lead.ts';
import { deleteUnusedSentences } from '../plan/owner-voice.ts';
import { tokenProvesForMs } from '../http/room-tokens.ts';
import { deleteExpiredSessions } from '../http/sessions.ts';
import { log } from '../platform/log.ts';
import { storage } from '../platform/storage/index.ts';

/** Age at which trials, their plans and empty calls are deleted. */
const shortRetentionMs = 7 * dayMs;

const steps = {
  expired: deleteExpiredLeads,
  stuck: () => requeueLeads(ago(2 * hourMs)),
  calls: deleteCallsWithoutLead,
  trialPlans: async () =>
    (await db().planTrial.deleteMany({ where: { createdAt: { lt: ago(shortRetentionMs) } } })).count,
  addresses: deleteAddresses,
  words: deleteWordsWithoutLead,
  rateLimits: () => db().rateLimit.deleteMany({ where: { expire: { lt: Date.now() } } }),
  sessions: deleteExpiredSessions,
  workers: deleteStaleWorkers,
  sentences: deleteUnusedSentences,
};

/**
 * Runs hourly: repairs what crashes left and deletes what has expired.
 * @throws AggregateError with the failures, after every step has run
 */
export async function sweep(): Promise<void> {
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [step, work] of Object.entries(steps))
    try {
      const count = await work();
      if (typeof count === 'number' && count > 0) counts[step] = count;
    } catch (error) {
      log.warn('sweep_step_failed', { step }, error);
      failures.push(error);
    }
  if (Object.keys(counts).length > 0) log.info('sweep_finished', counts);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps of the sweep failed`);
}

async function deleteExpiredLeads(): Promise<number> {
  const { RETENTION_DAYS: days } = env();
  return days === undefined ? 0 : deleteLeadsBefore(ago(days * dayMs));
}

/** An upload silent for this long died with its process. */
const abandonedAfterMs = 15 * 60 * 1000;

/** Deletes uploads that a killed process left on this machine. */
export async function deleteAbandonedUploads(): Promise<void> {
  const folder = storage().spoolFolder;
  const entries = await opendir(folder).catch(() => []);
  for await (const { name } of entries) {
    const path = join(folder, name);
    const fileStats = await stat(path).catch(() => null);
    if (fileStats === null || fileStats.mtime > ago(abandonedAfterMs)) continue;
    await rm(path, { force: true, recursive: true });
  }
}

/** Deletes stale workers except the newest: its row shows that agents report here. */
async function deleteStaleWorkers(): Promise<void> {
  const newest = await db().agentWorker.findFirst({ orderBy: { seenAt: 'desc' }, select: { id: true } });
  await db().agentWorker.deleteMany({ where: { seenAt: { lt: ago(hourMs) }, id: { not: newest?.id } } });
}

/** Per pass, the time up to which calls were processed, in milliseconds since 1970. A new process starts from the beginning. */
const sweptUntilMs = new Map<string, number>();

/**
 * Runs a pass over calls older than this, one day of calls per statement, so that none reads the whole table.
 * @returns the sum of the pass's results
 */
async function forCallsOlderThan(
  ageMs: number,
  pass: string,
  work: (createdAt: { gte: Date; lt: Date }) => Promise<number>,
): Promise<number> {
  const firstCall = await db().call.findFirst({ orderBy: { createdAt: 'asc' }, select: { createdAt: true } });
  const endMs = Date.now() - ageMs;
  let count = 0;
  for (let fromMs = sweptUntilMs.get(pass) ?? firstCall?.createdAt.getTime() ?? endMs; fromMs < endMs;) {
    const toMs = Math.min(fromMs + dayMs, endMs);
    count += await work({ gte: new Date(fromMs), lt: new Date(toMs) });
    sweptUntilMs.set(pass, toMs);
    fromMs = toMs;
  }
  return count;
}

/**
 * Deletes trials and empty calls after a week. Deletes other calls without a lead after RETENTION_DAYS, or after
 * `tokenProvesForMs` if that is longer.
 */
async function deleteCallsWithoutLead(): Promise<number> {
  const { RETENTION_DAYS: days } = env();
  const deleteCalls = async (where: Prisma.CallWhereInput) => (await db().call.deleteMany({ where })).count;
  const empty = [{ trial: true }, { startedAt: null, lead: null, turns: { none: {} } }];
  const count = await forCallsOlderThan(shortRetentionMs, 'empty', (createdAt) =>
    deleteCalls({ createdAt, OR: empty }),
  );
  if (days === undefined) return count;
  const retentionMs = Math.max(days * dayMs, tokenProvesForMs);
  return (
    count +
    (await forCallsOlderThan(retentionMs, 'old', (createdAt) => deleteCalls({ createdAt, lead: null })))
  );
}

/**
 * Deletes the hashed addresses of calls older than an hour, also if no end was reported: no call is longer, and the limits of an
 * address count only its calls of the last hour (lib/server/calls/capacity.ts).
 */
function deleteAddresses(): Promise<number> {
  return forCallsOlderThan(hourMs, 'addresses', async (createdAt) => {
    const where = { createdAt, addressHash: { not: null } };
    return (await db().call.updateMany({ where, data: { addressHash: null } })).count;
  });
}

/** Deletes the words of calls without a lead once no recording can come. The insights keep their figures. */
function deleteWordsWithoutLead(): Promise<number> {
  return forCallsOlderThan(tokenProvesForMs, 'words', async (createdAt) => {
    const call = { lead: null, createdAt };
    const words = await db().turn.updateMany({ where: { call, text: { not: null } }, data: { text: null } });
    const notes = await db().note.deleteMany({ where: { call } });
    return words.count + notes.count;
  });
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}
