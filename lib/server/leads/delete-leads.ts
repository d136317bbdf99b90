import { db } from '../db.ts';
import { sendJob } from '../jobs/boss.ts';

/**
 * Deletes leads with their calls and turns. Their recordings go by jobs that are sent in the same transaction and are tried
 * until the storage has let go of them.
 * @returns how many there were
 */
export async function deleteLeads(ids: string[]): Promise<number> {
  return db().$transaction(async (tx) => {
    const leads = await tx.lead.findMany({
      where: { id: { in: ids } },
      select: { id: true, callId: true, audioKey: true },
    });
    await tx.lead.deleteMany({ where: { id: { in: leads.map((lead) => lead.id) } } });
    await tx.call.deleteMany({ where: { id: { in: leads.flatMap((lead) => lead.callId ?? []) } } });
    for (const { audioKey } of leads) {
      if (audioKey !== null) await sendJob(tx, 'delete-audio', { key: audioKey });
    }
    return leads.length;
  });
}
