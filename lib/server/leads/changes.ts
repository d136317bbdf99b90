import { AppError } from '../../contracts/errors.ts';
import type { LeadChange, NewAttempt } from '../../contracts/leads.ts';
import { db, type Tx } from '../platform/db.ts';
import { searchedText } from './lead-query.ts';

/**
 * Stores an admin's change of a lead.
 * @throws AppError lead_not_found
 */
export async function changeLead(id: string, change: LeadChange): Promise<void> {
  await db().$transaction(async (tx) => {
    if ((await keepChange(tx, [id], change)) === 0) throw new AppError('lead_not_found');
  });
}

/** The same for several leads; returns how many there were. */
export async function changeLeads(ids: string[], change: LeadChange): Promise<number> {
  return db().$transaction((tx) => keepChange(tx, ids, change));
}

async function keepChange(tx: Tx, ids: string[], change: LeadChange): Promise<number> {
  const where = { id: { in: ids } };
  // A closed lead has nothing left to do, unless something is planned with the same change.
  const settled: LeadChange = change.mark === 'closed' ? { nextAt: null, nextStep: '' } : {};
  const { count } = await tx.lead.updateMany({ where, data: { ...settled, ...change } });
  if (change.note === undefined) return count;
  const select = {
    id: true,
    phone: true,
    originalPhone: true,
    note: true,
    transcription: true,
    summary: true,
  };
  for (const { id, ...lead } of await tx.lead.findMany({ where, select }))
    await tx.lead.update({ where: { id }, data: { searched: searchedText(lead) } });
  return count;
}

/**
 * Adds a call back to the history of a lead; one that reached somebody marks it as called and settles what was planned.
 * @throws AppError lead_not_found
 */
export async function addAttempt(leadId: string, attempt: NewAttempt): Promise<void> {
  const reached: LeadChange =
    attempt.outcome === 'reached' ? { mark: 'called', nextAt: null, nextStep: '' } : {};
  await db().$transaction(async (tx) => {
    const data = { ...reached, updatedAt: new Date() };
    const { count } = await tx.lead.updateMany({ where: { id: leadId }, data });
    if (count === 0) throw new AppError('lead_not_found');
    await tx.attempt.create({ data: { ...attempt, leadId } });
  });
}
