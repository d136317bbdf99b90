import { Prisma } from '../generated/prisma/client.ts';
import type { Tx } from '../platform/db.ts';
import { sendJob } from '../platform/queue.ts';
import { updateLead } from './lead-writes.ts';

/**
 * Deletes sound, words and answers of a call. The number and the time of the call back stay for the office. The caller holds the
 * room's lock.
 */
export async function dropRecording(tx: Tx, callId: string): Promise<void> {
  await tx.turn.updateMany({ where: { callId, text: { not: null } }, data: { text: null } });
  await tx.note.deleteMany({ where: { callId, kind: { in: ['answer', 'hand_over'] } } });
  const select = { id: true, audioKey: true } as const;
  const lead = await tx.lead.findUnique({ where: { callId }, select });
  if (lead === null) return;
  if (lead.audioKey !== null) await sendJob(tx, 'delete-audio', { key: lead.audioKey });
  const sound = { audioKey: null, audioType: null, audioBytes: 0, peaks: null };
  const words = { dialogue: Prisma.DbNull, draft: Prisma.DbNull, transcription: null };
  const conclusions = { summary: Prisma.DbNull, answers: Prisma.DbNull, verdicts: Prisma.DbNull };
  await updateLead(tx, lead.id, { ...sound, ...words, ...conclusions });
}
