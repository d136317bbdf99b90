import { db } from '../platform/db.ts';
import { sendJobs } from '../platform/queue.ts';
import { lockRooms } from '../calls/room-lock.ts';

/**
 * Deletes leads with their calls and turns. Their recordings go by jobs that are sent in the same transaction and are tried
 * until the storage has let go of them.
 * @returns how many there were
 */
export async function deleteLeads(ids: string[]): Promise<number> {
  return db().$transaction(async (tx) => {
    const found = await tx.lead.findMany({ where: { id: { in: ids } }, select: { room: true } });
    // A recording that is just arriving is waited for, and goes too.
    await lockRooms(
      tx,
      found.flatMap(({ room }) => room ?? []),
    );
    const leads = await tx.lead.findMany({
      where: { id: { in: ids } },
      select: { id: true, callId: true, audioKey: true },
    });
    await tx.lead.deleteMany({ where: { id: { in: leads.map(({ id }) => id) } } });
    await tx.call.deleteMany({ where: { id: { in: leads.flatMap(({ callId }) => callId ?? []) } } });
    const keys = leads.flatMap(({ audioKey }) => audioKey ?? []);
    await sendJobs(
      tx,
      'delete-audio',
      keys.map((key) => ({ key })),
    );
    return leads.length;
  });
}
