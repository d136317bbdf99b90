import { z } from '@/lib/contracts/schema';
import { leadMarks, leadQuery, leadSorts } from '@/lib/contracts/leads';
import { processingStatuses } from '@/lib/contracts/recording';

/** How many leads a page of the list has. */
export const pageSize = 50;

const { q, from, to, recording, missed, next, call, language, end, left, model, outcome, hour, weekday } =
  leadQuery.shape;

/** The filters of the page; each is a parameter of GET /api/leads under the same name. */
const filterNames = [
  'q',
  'status',
  'mark',
  'from',
  'to',
  'recording',
  'missed',
  'next',
  'call',
  'language',
  'end',
  'left',
  'model',
  'outcome',
  'hour',
  'weekday',
] as const;

/** Parses the view from the page's address; an invalid parameter counts as absent. */
const viewParams = z.object({
  q: q.catch(undefined),
  status: z.enum(processingStatuses).optional().catch(undefined),
  mark: z.enum(leadMarks).optional().catch(undefined),
  from: from.catch(undefined),
  to: to.catch(undefined),
  recording: recording.catch(undefined),
  missed: missed.catch(undefined),
  next: next.catch(undefined),
  call: call.catch(undefined),
  language: language.catch(undefined),
  end: end.catch(undefined),
  left: left.catch(undefined),
  model: model.catch(undefined),
  outcome: outcome.catch(undefined),
  hour: hour.catch(undefined),
  weekday: weekday.catch(undefined),
  sort: z.enum(leadSorts).catch('due'),
  page: z.coerce.number().int().min(1).max(20_000).catch(1),
  /** The one lead that a link leads to. */
  lead: z.uuid().optional().catch(undefined),
  auto: z.enum(['off']).optional().catch(undefined),
});

export type View = z.infer<typeof viewParams>;
type FilterName = (typeof filterNames)[number];
export type Filter = Partial<Pick<View, FilterName | 'sort'>>;

export function readView(params: URLSearchParams | Record<string, unknown>): View {
  return viewParams.parse(params instanceof URLSearchParams ? Object.fromEntries(params) : params);
}

/** The query under which the page shows a view again; empty for the plain list. */
export function viewParamsOf({ sort, page, lead, auto, ...view }: View): URLSearchParams {
  const params = present({ ...filtersOf(view), lead, auto });
  if (sort !== 'due') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The query that GET /api/leads is asked with. */
export function apiQueryOf({ lead, page, sort, ...view }: View): string {
  if (lead !== undefined) return queryOfIds([lead]);
  const params = present({ ...filtersOf(view), sort, limit: String(pageSize) });
  if (page > 1) params.set('offset', String((page - 1) * pageSize));
  return params.toString();
}

/** The same for single leads. */
export function queryOfIds(ids: readonly string[]): string {
  return new URLSearchParams({ ids: ids.join(','), limit: String(pageSize) }).toString();
}

/** Another filter begins on its first page. */
export function withFilter(view: View, filter: Filter): View {
  return { ...view, lead: undefined, page: 1, ...filter };
}

/** The plain list, which shows every lead. */
export function withoutFilters({ auto }: View): View {
  return { ...readView(new URLSearchParams()), auto };
}

export function isFiltered(view: View): boolean {
  return view.lead !== undefined || present(filtersOf(view)).size > 0;
}

/** The filters of a view as a query of GET /api/leads, in one order: two views with the same one are the same. */
export function filterQueryOf(view: Filter): string {
  return present(filtersOf(view)).toString();
}

function filtersOf(view: Filter): Record<string, string | undefined> {
  return Object.fromEntries(filterNames.map((name) => [name, view[name]?.toString()]));
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

function present(values: Record<string, string | undefined>): URLSearchParams {
  const entries = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(entries);
}
