import { dayMs } from '../../time.ts';
import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { deleteLeadsBefore } from '../leads/delete-leads.ts';
import { requeueLeads } from '../leads/process-lead.ts';
import { recordingKeys } from '../leads/recordings.ts';
import { countCallDays } from '../calls/call-days.ts';
import { tokenProvesForMs } from '../http/room-tokens.ts';
import { forgetSessions } from '../http/sessions.ts';
import { log } from '../platform/log.ts';
import { forgetOldReleases } from '../platform/release-files.ts';
import { sendJobs } from '../platform/queue.ts';
import { storage } from '../platform/storage/index.ts';
import { ownerKey, ownsRecordings } from '../platform/storage/owner.ts';

const hourMs = 3600 * 1000;
/** Trials of the office are kept so long, and calls that never began: their recording may still be in a browser. */
const emptyCallMs = 7 * dayMs;

/** Puts right, once an hour, what crashes have left behind, and forgets what is no longer to be kept. */
export async function sweep(): Promise<void> {
  const counts = {
    expired: await deleteExpiredLeads(),
    stuck: await requeueLeads(ago(2 * hourMs)),
    orphans: await deleteOrphans(),
    emptyCalls: await deleteEmptyCalls(),
    silenced: await forgetWordsWithoutLead(),
  };
  await db().rateLimit.deleteMany({ where: { expire: { lt: Date.now() } } });
  await forgetSessions();
  await deleteGoneWorkers();
  await forgetOldReleases();
  await countCallDays();
  if (Object.values(counts).some((count) => count > 0)) log.info('swept', counts);
}

async function deleteExpiredLeads(): Promise<number> {
  const { RETENTION_DAYS: days } = env();
  return days === undefined ? 0 : deleteLeadsBefore(ago(days * dayMs));
}

/** Queues the unfinished leads and calls of a restored database: a backup holds no jobs. @returns how many leads and calls */
export async function resumeAll(): Promise<number> {
  const leads = await requeueLeads(new Date());
  const calls = await db().call.findMany({
    where: {
      OR: [
        { lead: null, OR: [{ startedAt: { not: null } }, { turns: { some: {} } }] },
        // Its first answer has made the lead; its end and its recording are still to come.
        { endedAt: null, lead: { audioKey: null } },
      ],
    },
    select: { id: true },
  });
  await db().$transaction((tx) =>
    sendJobs(
      tx,
      'settle-call',
      calls.map(({ id: callId }) => ({ callId })),
    ),
  );
  return leads + calls.length;
}

/** Recordings that no lead names: stored just before a crash. A young one may be about to be named. */
async function deleteOrphans(): Promise<number> {
  if (!(await ownsRecordings())) {
    const hint = `Set S3_PREFIX or BLOB_PREFIX; if no other deployment keeps recordings there, delete ${ownerKey} in it.`;
    log.warn('recordings_of_another_database', { hint });
    return 0;
  }
  const named = await recordingKeys();
  let count = 0;
  for await (const { key, storedAt } of storage().list()) {
    if (named.has(key) || storedAt > ago(dayMs)) continue;
    await storage().delete(key);
    count++;
  }
  return count;
}

/** An upload that has been silent for so long was cut off with its process. */
const abandonedAfterMs = 15 * 60 * 1000;

/** Removes what a killed process left of the uploads on this machine. */
export async function deleteAbandonedUploads(): Promise<void> {
  const folder = storage().spoolFolder;
  const entries = await opendir(folder).catch(() => []);
  for await (const { name } of entries) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtime > ago(abandonedAfterMs)) continue;
    await rm(path, { force: true, recursive: true });
  }
}

/** Keeps the newest row: it tells "no agent is there" from "agents report elsewhere". */
async function deleteGoneWorkers(): Promise<void> {
  const last = await db().agentWorker.findFirst({ orderBy: { seenAt: 'desc' }, select: { id: true } });
  await db().agentWorker.deleteMany({ where: { seenAt: { lt: ago(hourMs) }, id: { not: last?.id } } });
}

async function deleteEmptyCalls(): Promise<number> {
  const { RETENTION_DAYS: days } = env();
  const { count } = await db().call.deleteMany({
    where: {
      createdAt: { lt: ago(emptyCallMs) },
      OR: [
        { trial: true },
        { startedAt: null, lead: null, turns: { none: {} } },
        ...(days === undefined
          ? []
          : [{ lead: null, createdAt: { lt: ago(Math.max(days * dayMs, tokenProvesForMs)) } }]),
      ],
    },
  });
  return count;
}

/** The words of calls that left no number and whose recording can come no more: nobody sees them. The insights keep what they count. */
async function forgetWordsWithoutLead(): Promise<number> {
  const createdAt = { lt: ago(tokenProvesForMs), gt: ago(90 * dayMs) };
  const call = { lead: null, createdAt };
  const { count } = await db().turn.updateMany({
    where: { call, text: { not: null } },
    data: { text: null },
  });
  const notes = await db().note.deleteMany({ where: { call } });
  return count + notes.count;
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}
