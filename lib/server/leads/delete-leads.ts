import { db } from '../platform/db.ts';
import { sendJobs } from '../platform/queue.ts';
import { lockRooms } from '../calls/room-lock.ts';

/**
 * Deletes leads with their calls and turns. What stays is that the room is deleted, so that nothing sent later brings it back, and
 * what was agreed to, without the person. Their recordings go by jobs that are sent in the same transaction and are tried
 * until the storage has let go of them.
 * @returns how many there were
 */
const agreed = { termsVersion: true, language: true, agreedAt: true } as const;

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
      select: { ...agreed, id: true, room: true, callId: true, audioKey: true, call: { select: agreed } },
    });
    const rooms = leads.flatMap(({ room }) => (room === null ? [] : { room }));
    await tx.deletedRoom.createMany({ data: rooms, skipDuplicates: true });
    const consents = leads.flatMap(({ call, ...lead }) => {
      const { language, termsVersion, agreedAt } = call ?? lead;
      return language && termsVersion && agreedAt ? { language, termsVersion, agreedAt } : [];
    });
    await tx.consentLog.createMany({ data: consents });
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
