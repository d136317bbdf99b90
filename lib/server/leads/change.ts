import type { LeadChange } from '../../contracts/leads.ts';
import { AppError } from '../../errors.ts';
import { db } from '../db.ts';
import { searchedText } from './searched.ts';

/**
 * Keeps what an admin notes about a lead.
 * @throws AppError lead_not_found
 */
export async function changeLead(id: string, change: LeadChange): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.lead.updateMany({ where: { id }, data: change });
    if (count === 0) throw new AppError('lead_not_found');
    if (change.note === undefined) return;
    const lead = await tx.lead.findUniqueOrThrow({
      where: { id },
      select: { phone: true, note: true, transcription: true, summary: true },
    });
    await tx.lead.update({ where: { id }, data: { searched: searchedText(lead) } });
  });
}
