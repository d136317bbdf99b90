import { AppError } from '../../contracts/errors.ts';
import { builtInViews } from '../../contracts/choices.ts';
import { type DeskViews, leadQuery } from '../../contracts/leads.ts';
import { maxViews } from '../../contracts/limits.ts';
import { db } from '../platform/db.ts';
import { countLeads } from './repository.ts';

/** The views of the desk with the number of leads in each. */
export async function deskViews(): Promise<DeskViews> {
  const savedViews = await db().deskView.findMany({ orderBy: { createdAt: 'asc' }, take: maxViews });
  const [counts, own] = await Promise.all([
    Promise.all(Object.entries(builtInViews).map(async ([name, query]) => [name, await countLeads(query)])),
    Promise.all(
      savedViews.map(async ({ id, name, query }) => {
        const parsed = leadQuery.safeParse(Object.fromEntries(new URLSearchParams(query)));
        return { id, name, query, count: await countLeads(parsed.data ?? {}) };
      }),
    ),
  ]);
  return { counts: Object.fromEntries(counts), own };
}

/** @throws AppError invalid_field when there are too many */
export async function addDeskView(view: { name: string; query: string }): Promise<string> {
  if ((await db().deskView.count()) >= maxViews)
    throw new AppError('invalid_field', { detail: `At most ${maxViews} views can be saved.` });
  const { id } = await db().deskView.create({ data: view, select: { id: true } });
  return id;
}

/** Idempotent. */
export async function deleteDeskView(id: string): Promise<void> {
  await db().deskView.deleteMany({ where: { id } });
}
