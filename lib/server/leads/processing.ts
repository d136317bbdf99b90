import { AppError } from '../../errors.ts';
import { db, type Tx } from '../db.ts';
import { sendJob } from '../jobs/boss.ts';

/**
 * Sends a lead to be processed as it now is. Raising its revision makes whatever was being done for an older one
 * come to nothing.
 * @param startAfterS how long to wait first, in seconds
 */
export async function queueProcessing(tx: Tx, leadId: string, startAfterS = 0): Promise<void> {
  const { revision } = await tx.lead.update({
    where: { id: leadId },
    data: { revision: { increment: 1 }, status: 'pending', error: null },
    select: { revision: true },
  });
  await sendJob(tx, 'process-lead', { leadId, revision }, { startAfter: startAfterS });
}

/**
 * What an admin asks for by hand: allowed for any lead that is not being processed (spec.md section 4).
 * @throws AppError lead_not_found or already_processing
 */
export async function reprocessLead(leadId: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const free = await tx.lead.updateMany({
      where: { id: leadId, status: { not: 'processing' } },
      data: { status: 'pending' },
    });
    if (free.count === 1) return queueProcessing(tx, leadId);
    const lead = await tx.lead.findUnique({ where: { id: leadId }, select: { id: true } });
    throw new AppError(lead === null ? 'lead_not_found' : 'already_processing');
  });
}
