import { AppError } from '../../contracts/errors.ts';
import {
  type LeadChange,
  type NewAttempt,
  type SingleLeadChange,
  noteMaxChars,
} from '../../contracts/leads.ts';
import { db, type Tx } from '../platform/db.ts';
import { updateLead, updateLeads } from './lead-writes.ts';

/**
 * Stores an admin's change of a lead.
 * @returns the lead's note
 * @throws AppError lead_not_found; invalid_field if two notes together are too long
 */
export function changeLead(
  id: string,
  { note, noteBefore, ...change }: SingleLeadChange,
): Promise<{ note: string }> {
  return db().$transaction(async (tx) => {
    if (Object.keys(change).length > 0) await storeChange(tx, [id], change);
    return { note: note === undefined ? await noteOf(tx, id) : await storeNote(tx, id, note, noteBefore) };
  });
}

/** Stores a note, below what somebody else has written since `noteBefore`. */
async function storeNote(tx: Tx, id: string, note: string, noteBefore?: string): Promise<string> {
  for (let current = noteBefore ?? (await noteOf(tx, id)); ; current = await noteOf(tx, id)) {
    const isEditOfCurrent = noteBefore === undefined || [noteBefore, note].includes(current);
    const storedNote = isEditOfCurrent ? note : [current, note].filter(Boolean).join('\n');
    if (storedNote.length > noteMaxChars)
      throw new AppError('invalid_field', { detail: `note: ${noteMaxChars} characters at most` });
    if (await updateLead(tx, id, { note: storedNote }, { note: current })) return storedNote;
  }
}

async function noteOf(tx: Tx, id: string): Promise<string> {
  const lead = await tx.lead.findUnique({ where: { id }, select: { note: true } });
  if (lead === null) throw new AppError('lead_not_found');
  return lead.note;
}

/** Stores the same change of several leads. @returns how many exist */
export async function changeLeads(ids: string[], change: LeadChange): Promise<number> {
  return db().$transaction((tx) => storeChange(tx, ids, change));
}

function storeChange(tx: Tx, ids: string[], change: LeadChange): Promise<number> {
  // Closing a lead clears its next action, unless the same change sets one.
  const clearedAction: LeadChange = change.mark === 'closed' ? { nextAt: null, nextStep: '' } : {};
  return updateLeads(tx, ids, { ...clearedAction, ...change });
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
