import { leadQuery, type Lead, type LeadQuery, type LeadSort } from '../../contracts/leads.ts';
import { searchWords } from '../../search-text.ts';
import { pool } from '../pool.ts';
import { leadColumns, leadOf, type LeadRow } from './rows.ts';

const orders: Record<LeadSort, string> = {
  newest: 'l."createdAt" DESC, l."id" DESC',
  oldest: 'l."createdAt", l."id"',
  longest: 'l."durationS" DESC, l."id" DESC',
};

export interface LeadPage {
  leads: Lead[];
  /** How many there are in all, on this page and the others. */
  total: number;
}

/** The leads a query asks for, as the admin sees them. */
export async function listLeads(query: LeadQuery = leadQuery.parse({})): Promise<LeadPage> {
  const { where, values } = conditions(query);
  const paged = query.limit !== undefined || query.offset > 0;
  const range = paged ? `LIMIT ${query.limit ?? 'ALL'} OFFSET ${query.offset}` : '';
  const rows = pool().query<LeadRow>(
    `SELECT ${leadColumns} FROM "Lead" l ${where} ORDER BY ${orders[query.sort]} ${range}`,
    values,
  );
  const counted = paged
    ? pool().query<{ total: number }>(`SELECT count(*)::int AS total FROM "Lead" l ${where}`, values)
    : null;
  const leads = (await rows).rows.map(leadOf);
  return { leads, total: (await counted)?.rows[0]?.total ?? leads.length };
}

function conditions(query: LeadQuery): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (value: unknown, part: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    parts.push(part(`$${values.length}`));
  };
  add(query.ids, (ids) => `l."id" = ANY(${ids}::uuid[])`);
  add(query.status, (status) => `l."status" = ${status}::"ProcessingStatus"`);
  add(query.mark, (mark) => `l."mark" = ${mark}::"LeadMark"`);
  add(query.from, (from) => `l."createdAt" >= ${dayStart(from)}`);
  add(query.to, (to) => `l."createdAt" < ${dayStart(to)} + interval '1 day'`);
  add(prefixes(query.q), (words) => `to_tsvector('simple', l."searched") @@ to_tsquery('simple', ${words})`);
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

/** Midnight in Tashkent as the UTC time that the column holds. */
function dayStart(place: string): string {
  return `((${place}::date)::timestamp AT TIME ZONE 'Asia/Tashkent' AT TIME ZONE 'UTC')`;
}

/** Words of letters and digits alone (lib/search-text.ts), so that nothing in them is an operator. */
function prefixes(q: string | undefined): string | undefined {
  const words = q === undefined ? [] : searchWords(q);
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}
