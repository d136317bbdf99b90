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

/** How many leads a page of the list has. */
export const pageSize = 50;

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

export type FilterName = (typeof filterNames)[number];

export interface View extends Pick<LeadQuery, FilterName | 'sort'> {
  /** From 1. */
  page: number;
  /** The one lead that a link leads to. */
  lead?: string | undefined;
  auto?: 'off' | undefined;
}
export type Filter = Partial<Pick<View, FilterName | 'sort'>>;

/**
 * The view in the page's address; a parameter that the API would refuse counts as absent. Checked by hand: zod would be 90 kB more before the
 * first row can be used.
 */
export function readView(params: URLSearchParams | Record<string, unknown>): View {
  const given = params instanceof URLSearchParams ? Object.fromEntries(params) : params;
  function read<Value>(name: keyof View, of: (text: string) => Value | undefined): Value | undefined {
    const text = given[name];
    return typeof text === 'string' ? of(text) : undefined;
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

/** A day that the calendar has; Postgres has no year 0. */
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

/** The filters that no field shows, in one order; none where the view has a name of its own. */
export function activeFilters(view: View): FilterName[] {
  const shown = filterQueryOf(view);
  if (builtInViewNames.some((name) => filterQueryOf(builtInViews[name]) === shown)) return [];
  return filterNames.filter((name) => name !== 'q' && filtersOf(view)[name]);
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
