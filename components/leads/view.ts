import { languages } from '@/lib/i18n/language';
import {
  attemptOutcomes,
  builtInViewNames,
  builtInViews,
  callEnds,
  leadMarks,
  leadSorts,
  processingStatuses,
} from '@/lib/contracts/choices';
import type { LeadQuery } from '@/lib/contracts/leads';
import { paramsOf } from '@/lib/insight-filters';

/** How many leads a page of the list has. */
export const pageSize = 50;

/** The page's filters, named like the parameters of GET /api/leads. */
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

export type FilterName = (typeof filterNames)[number];

export interface View extends Pick<LeadQuery, FilterName | 'sort'> {
  /** The first page is 1. */
  page: number;
  /** The only lead to show. */
  lead?: string | undefined;
  auto?: 'off' | undefined;
}
export type Filter = Partial<Pick<View, FilterName | 'sort'>>;

/** Reads the view from the page's address; ignores invalid parameters. Does not use zod, whose 90 kB would delay the first row. */
export function readView(params: URLSearchParams | Record<string, unknown>): View {
  const values = params instanceof URLSearchParams ? Object.fromEntries(params) : params;
  function read<Value>(name: keyof View, parse: (text: string) => Value | undefined): Value | undefined {
    const text = values[name];
    return typeof text === 'string' ? parse(text) : undefined;
  }
  const yesOrNo = oneOf(['yes', 'no']);
  return {
    q: read('q', upTo(200)),
    status: read('status', oneOf(processingStatuses)),
    mark: read('mark', oneOf(leadMarks)),
    from: read('from', day),
    to: read('to', day),
    recording: read('recording', yesOrNo),
    missed: read('missed', yesOrNo),
    next: read('next', oneOf(['due', 'planned'])),
    call: read('call', yesOrNo),
    language: read('language', oneOf(languages)),
    end: read('end', oneOf([...callEnds, 'not_reached'])),
    left: read('left', upTo(64)),
    model: read('model', yesOrNo),
    outcome: read('outcome', oneOf(attemptOutcomes)),
    hour: read('hour', whole(0, 23)),
    weekday: read('weekday', whole(1, 7)),
    sort: read('sort', oneOf(leadSorts)) ?? 'due',
    page: read('page', whole(1, 20_000)) ?? 1,
    lead: read('lead', uuid),
    auto: read('auto', oneOf(['off'])),
  };
}

function oneOf<const Value extends string>(choices: readonly Value[]) {
  return (text: string) => choices.find((choice) => choice === text);
}

function upTo(chars: number) {
  return (text: string) => (text.length <= chars ? text : undefined);
}

function whole(from: number, to: number) {
  return (text: string) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to ? number : undefined;
  };
}

/** Rejects days such as 31 September, and the year 0, which Postgres lacks. */
function day(text: string): string | undefined {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

function uuid(text: string): string | undefined {
  return /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text)
    ? text
    : undefined;
}

/** The page's query for a view; empty for the plain list. */
export function viewParamsOf({ sort, page, lead, auto, ...view }: View): URLSearchParams {
  const params = paramsOf({ ...filtersOf(view), lead, auto });
  if (sort !== 'due') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The query of GET /api/leads for a view. */
export function apiQueryOf({ lead, page, sort, ...view }: View): string {
  if (lead !== undefined) return queryOfIds([lead]);
  const params = paramsOf({ ...filtersOf(view), sort, limit: String(pageSize) });
  if (page > 1) params.set('offset', String((page - 1) * pageSize));
  return params.toString();
}

/** The query of GET /api/leads for single leads. */
export function queryOfIds(ids: readonly string[]): string {
  return new URLSearchParams({ ids: ids.join(','), limit: String(pageSize) }).toString();
}

/** Changes filters and goes to the first page. */
export function withFilter(view: View, filter: Filter): View {
  return { ...view, lead: undefined, page: 1, ...filter };
}

/** The view of all leads. */
export function withoutFilters({ auto }: View): View {
  return { ...readView(new URLSearchParams()), auto };
}

export function isFiltered(view: View): boolean {
  return view.lead !== undefined || paramsOf(filtersOf(view)).size > 0;
}

/** The filters to list under the search; none for a built-in view, whose name implies them. */
export function activeFilters(view: View): FilterName[] {
  const shown = filterQueryOf(view);
  if (builtInViewNames.some((name) => filterQueryOf(builtInViews[name]) === shown)) return [];
  return filterNames.filter((name) => name !== 'q' && filtersOf(view)[name]);
}

/** The filters in a fixed order: equal views have equal queries. */
export function filterQueryOf(view: Filter): string {
  return paramsOf(filtersOf(view)).toString();
}

function filtersOf(view: Filter): Record<string, string | undefined> {
  return Object.fromEntries(filterNames.map((name) => [name, view[name]?.toString()]));
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
