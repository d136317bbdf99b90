import type { Prisma } from '../generated/prisma/client.ts';
import { type Lead } from '../generated/prisma/client.ts';
import type { Tx } from '../platform/db.ts';
import { searchedText } from './lead-query.ts';
import { summaryText } from './lead-row.ts';

// Every write of a lead is here, because the search text depends on other columns.

/** The columns that a search reads. */
const searchedColumns = {
  phone: true,
  originalPhone: true,
  note: true,
  transcription: true,
  summary: true,
} as const;

type NewLead = Omit<Prisma.LeadUncheckedCreateInput, 'searched'>;
export type LeadUpdate = Omit<Prisma.LeadUncheckedUpdateManyInput, 'searched' | 'id'>;

export async function createLead(tx: Tx, data: NewLead): Promise<Lead> {
  return tx.lead.create({ data: { ...data, searched: searchedText({ phone: data.phone }) } });
}

/**
 * Changes one lead if it matches `expected`.
 * @returns true if it did
 */
export async function updateLead(
  tx: Tx,
  id: string,
  change: LeadUpdate,
  expected: Prisma.LeadWhereInput = {},
): Promise<boolean> {
  return (await update(tx, { ...expected, id }, [id], change)) > 0;
}

/** Changes several leads alike. @returns how many there were */
export function updateLeads(tx: Tx, ids: string[], change: LeadUpdate): Promise<number> {
  return update(tx, { id: { in: ids } }, ids, change);
}

/**
 * Raises the revision of a lead, which voids the jobs of older revisions.
 * @returns the new revision
 */
export async function startRevision(tx: Tx, id: string, changes: Prisma.LeadUpdateInput): Promise<number> {
  const pendingState = { status: 'pending', error: null, errorCode: null, ...changes } as const;
  const data = { revision: { increment: 1 }, ...pendingState };
  return (await tx.lead.update({ where: { id }, data, select: { revision: true } })).revision;
}

export async function removeLeads(tx: Tx, ids: string[]): Promise<void> {
  await tx.lead.deleteMany({ where: { id: { in: ids } } });
}

/** The update locks the rows first, so the search text is made from their current columns. */
async function update(
  tx: Tx,
  where: Prisma.LeadWhereInput,
  ids: string[],
  data: LeadUpdate,
): Promise<number> {
  const { count } = await tx.lead.updateMany({ where, data });
  if (count === 0 || !Object.keys(searchedColumns).some((column) => column in data)) return count;
  const select = { id: true, ...searchedColumns };
  for (const { id, summary, ...lead } of await tx.lead.findMany({ where: { id: { in: ids } }, select })) {
    const searched = searchedText({ ...lead, summary: summaryText(summary) });
    await tx.lead.update({ where: { id }, data: { searched } });
  }
  return count;
}
