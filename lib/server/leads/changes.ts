import { AppError } from '../../contracts/errors.ts';
import type { LeadChange, NewAttempt } from '../../contracts/leads.ts';
import { db, type Tx } from '../platform/db.ts';
import { updateLead, updateLeads } from './lead-writes.ts';

/**
 * Stores an admin's change of a lead.
 * @throws AppError lead_not_found
 */
export async function changeLead(id: string, change: LeadChange): Promise<void> {
  await db().$transaction(async (tx) => {
    if ((await storeChange(tx, [id], change)) === 0) throw new AppError('lead_not_found');
  });
}

/** Stores the same change of several leads. Returns their number. */
export async function changeLeads(ids: string[], change: LeadChange): Promise<number> {
  return db().$transaction((tx) => storeChange(tx, ids, change));
}

function storeChange(tx: Tx, ids: string[], change: LeadChange): Promise<number> {
  // A closed lead has nothing left to do, unless something is planned with the same change.
  const clearedPlan: LeadChange = change.mark === 'closed' ? { nextAt: null, nextStep: '' } : {};
  return updateLeads(tx, ids, { ...clearedPlan, ...change });
}

/**
 * Adds an attempt to a lead's history. Reaching somebody marks the lead as called and clears the next action.
 * @throws AppError lead_not_found
 */
export async function addAttempt(leadId: string, attempt: NewAttempt): Promise<void> {
  const reachedChange: LeadChange =
    attempt.outcome === 'reached' ? { mark: 'called', nextAt: null, nextStep: '' } : {};
  await db().$transaction(async (tx) => {
    if (!(await updateLead(tx, leadId, { ...reachedChange, updatedAt: new Date() })))
      throw new AppError('lead_not_found');
    await tx.attempt.create({ data: { ...attempt, leadId } });
  });
}
