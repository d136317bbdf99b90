import type { Prisma } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';
import { sendJobs } from '../platform/queue.ts';
import { closeRoom } from '../platform/livekit.ts';
import { recordDeletedRooms } from './day-budget.ts';
import { removeLeads } from './lead-writes.ts';
import { lockRooms } from './room-lock.ts';
import { type CallOwnership, ownCall } from './own-call.ts';

const consentColumns = { termsVersion: true, language: true, agreedAt: true } as const;

/**
 * Deletes leads with their calls and turns. Records the rooms, so that no late recording restores a lead, and the anonymous
 * consents. Jobs delete the recordings. A running call ends, because nobody would see it any more.
 * @returns how many there were
 */
export async function deleteLeads(ids: string[]): Promise<number> {
  const where = { id: { in: ids } };
  const { count, runningRooms } = await db().$transaction(async (tx) => {
    const leadsToLock = await tx.lead.findMany({ where, select: { room: true } });
    // The lock waits for an arriving recording, which is then deleted too.
    await lockRooms(
      tx,
      leadsToLock.flatMap(({ room }) => room ?? []),
    );
    return deleteLocked(tx, where, { lead: where });
  });
  await Promise.all(runningRooms.map((room) => closeRoom(room)));
  return count;
}

const leadsAtOnce = 500;

/** Deletes leads older than `time`. @returns how many there were */
export async function deleteLeadsBefore(time: Date): Promise<number> {
  const where = { createdAt: { lt: time } };
  for (let count = 0; ;) {
    const oldLeads = await db().lead.findMany({ where, select: { id: true }, take: leadsAtOnce });
    count += await deleteLeads(oldLeads.map(({ id }) => id));
    if (oldLeads.length < leadsAtOnce) return count;
  }
}

/** Deletes leads and calls whose rooms are locked. */
async function deleteLocked(tx: Tx, leadsWhere: Prisma.LeadWhereInput, callsWhere: Prisma.CallWhereInput) {
  const leads = await tx.lead.findMany({
    where: leadsWhere,
    select: { ...consentColumns, id: true, room: true, audioKey: true },
  });
  const calls = await tx.call.findMany({
    where: callsWhere,
    select: { ...consentColumns, id: true, room: true, endedAt: true },
  });
  const rooms = [...leads, ...calls].flatMap(({ room }) => room ?? []);
  await recordDeletedRooms(tx, rooms);
  // A lead with a call has no consent of its own.
  const consents = [...leads, ...calls].flatMap(({ language, termsVersion, agreedAt }) =>
    language && termsVersion && agreedAt ? { language, termsVersion, agreedAt } : [],
  );
  await tx.consentLog.createMany({ data: consents });
  await removeLeads(
    tx,
    leads.map(({ id }) => id),
  );
  await tx.call.deleteMany({ where: { id: { in: calls.map(({ id }) => id) } } });
  const keys = leads.flatMap(({ audioKey }) => audioKey ?? []);
  await sendJobs(
    tx,
    'delete-audio',
    keys.map((key) => ({ key })),
  );
  const runningRooms = calls.flatMap(({ room, endedAt }) => (endedAt === null ? room : []));
  return { count: leads.length, runningRooms };
}

/**
 * Deletes a visitor's own call with its turns, its lead and the recording. A running call ends.
 * @throws AppError not_found; forbidden if the call is another browser's
 */
export async function deleteCall(room: string, ownership: CallOwnership): Promise<void> {
  const id = await ownCall(room, ownership);
  const { runningRooms } = await db().$transaction(async (tx) => {
    await lockRooms(tx, [room]);
    return deleteLocked(tx, { callId: id }, { id });
  });
  await Promise.all(runningRooms.map((runningRoom) => closeRoom(runningRoom)));
}
