import { z } from '@/lib/contracts/schema';
import { leadMarks, leadQuery, leadSorts, processingStatuses } from '@/lib/contracts/leads';

/** How many leads a page of the list has. */
export const pageSize = 50;

const { q, from, to } = leadQuery.shape;

/** What of the leads is looked at, as the address of the page has it: what is not right in it counts as not there. */
const viewParams = z.object({
  q: q.catch(undefined),
  status: z.enum(processingStatuses).optional().catch(undefined),
  mark: z.enum(leadMarks).optional().catch(undefined),
  from: from.catch(undefined),
  to: to.catch(undefined),
  sort: z.enum(leadSorts).catch('newest'),
  page: z.coerce.number().int().min(1).max(20_000).catch(1),
  /** The one lead that a link leads to. */
  lead: z.uuid().optional().catch(undefined),
  auto: z.enum(['off']).optional().catch(undefined),
});

export type View = z.infer<typeof viewParams>;
export type Filter = Partial<Pick<View, 'q' | 'status' | 'mark' | 'from' | 'to' | 'sort'>>;

export function readView(params: URLSearchParams | Record<string, unknown>): View {
  return viewParams.parse(params instanceof URLSearchParams ? Object.fromEntries(params) : params);
}

/** The query under which the page shows a view again; empty for the plain list. */
export function viewParamsOf({ sort, page, ...view }: View): URLSearchParams {
  const params = present(view);
  if (sort !== 'newest') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The query that GET /api/leads is asked with. */
export function apiQueryOf({ lead, page, q, status, mark, from, to, sort }: View): string {
  const limit = String(pageSize);
  if (lead !== undefined) return new URLSearchParams({ ids: lead, limit }).toString();
  const params = present({ q, status, mark, from, to, sort, limit });
  if (page > 1) params.set('offset', String((page - 1) * pageSize));
  return params.toString();
}

/** Another filter begins on its first page. */
export function withFilter(view: View, filter: Filter): View {
  return { ...view, lead: undefined, page: 1, ...filter };
}

/** The plain list, which shows every lead. */
export function withoutFilters({ auto }: View): View {
  return { ...readView(new URLSearchParams()), auto };
}

export function isFiltered({ q, status, mark, from, to, lead }: View): boolean {
  return [q, status, mark, from, to, lead].some((value) => value !== undefined && value !== '');
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

function present(values: Record<string, string | undefined>): URLSearchParams {
  const entries = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(entries);
}
