import type { LeadChange } from '@/lib/contracts/leads';
import type { LeadPage, LeadView } from './lead-data';
import type { RequestFailure } from './api';

/** Leads auto-refresh. */
const autoRefreshMs = 60_000;

export interface LeadsState {
  /** The page of the list as the server last gave it; null until it first did. */
  leads: LeadView[] | null;
  /** Those of them that the query finds no more: they stay for as long as their row is open. */
  kept: readonly string[];
  /** Leads that came while the list was shown, since the page was last hidden. */
  arrived: readonly string[];
  /** How many there are on all pages. */
  total: number;
  loading: boolean;
  /** Why the latest load failed. */
  failure: RequestFailure | null;
}

export type LeadsEvent =
  | { type: 'load_started' }
  /** `kept`: as they are now, the rows that leftPage named. `open`: the rows that stay where they are; absent for another query. */
  | {
      type: 'load_succeeded';
      page: LeadPage;
      kept?: readonly LeadView[];
      open?: ReadonlySet<string> | undefined;
    }
  | { type: 'load_failed'; failure: RequestFailure }
  | { type: 'leads_deleted'; ids: readonly string[] }
  | { type: 'arrivals_seen' }
  | { type: 'lead_changed'; leadId: string; change: LeadChange };

const initialLeadsState: LeadsState = {
  leads: null,
  kept: [],
  arrived: [],
  total: 0,
  loading: true,
  failure: null,
};

/** The state that a page begins with: what it has brought, or nothing yet. */
export function firstLeadsState(page: LeadPage | undefined): LeadsState {
  return page === undefined ? initialLeadsState : loaded(initialLeadsState, { page });
}

export function leadsReducer(state: LeadsState, event: LeadsEvent): LeadsState {
  switch (event.type) {
    case 'load_started':
      return { ...state, loading: true };
    case 'load_succeeded':
      return loaded(state, event);
    case 'load_failed':
      return { ...state, loading: false, failure: event.failure };
    case 'leads_deleted':
      return withoutLeads(state, event.ids);
    case 'arrivals_seen':
      return state.arrived.length === 0 ? state : { ...state, arrived: [] };
    case 'lead_changed':
      return { ...state, leads: state.leads?.map((lead) => changed(lead, event)) ?? null };
  }
}

/** The open rows that a page just loaded no longer has: what is being done about them is not torn away. */
export function leftPage(state: LeadsState, page: LeadPage, open: ReadonlySet<string>): string[] {
  const found = new Set(page.leads.map(({ _id }) => _id));
  return (state.leads ?? []).flatMap(({ _id }) => (open.has(_id) && !found.has(_id) ? _id : []));
}

type Loaded = Omit<Extract<LeadsEvent, { type: 'load_succeeded' }>, 'type'>;

/** Leads newer than all that the same query found before. */
function arrivals(before: readonly LeadView[] | null, page: LeadPage): string[] {
  if (before === null) return [];
  const newest = before.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), '');
  return page.leads.flatMap(({ _id, createdAt }) => (createdAt > newest ? _id : []));
}

/** Each open row stands where it stood: what is done about it may have given it another place. */
function loaded(state: LeadsState, { page, kept = [], open }: Loaded): LeadsState {
  const before = open === undefined ? [] : (withoutClosed(state, open).leads ?? []);
  const places = new Map(before.flatMap(({ _id }, i) => (open?.has(_id) ? [[_id, i] as const] : [])));
  const placeOf = ({ _id }: LeadView) => places.get(_id) ?? 0;
  const staying = [...page.leads.filter(({ _id }) => places.has(_id)), ...kept];
  const leads = staying
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .reduce(
      (rows, lead) => rows.toSpliced(placeOf(lead), 0, lead),
      page.leads.filter(({ _id }) => !places.has(_id)),
    );
  return {
    leads,
    kept: kept.map(({ _id }) => _id),
    arrived: open === undefined ? [] : [...state.arrived, ...arrivals(state.leads, page)],
    total: page.total,
    loading: false,
    failure: null,
  };
}

/** The list without the kept rows that were closed since. */
export function withoutClosed(state: LeadsState, open: ReadonlySet<string>): LeadsState {
  const closed = new Set(state.kept.filter((id) => !open.has(id)));
  if (closed.size === 0) return state;
  return { ...state, leads: state.leads?.filter(({ _id }) => !closed.has(_id)) ?? null };
}

/** Where the focus goes that was in the row `gone`: that row if it is still there, else the next one left, else the row in its place. */
export function nextRow(
  before: readonly LeadView[],
  now: readonly LeadView[],
  gone: string,
): string | undefined {
  const place = before.findIndex(({ _id }) => _id === gone);
  const left = new Set(now.map(({ _id }) => _id));
  if (left.has(gone)) return gone;
  const next = before.slice(place + 1).find(({ _id }) => left.has(_id));
  return (next ?? now[place] ?? now.at(-1))?._id;
}

function withoutLeads(state: LeadsState, ids: readonly string[]): LeadsState {
  const leads = state.leads?.filter((lead) => !ids.includes(lead._id)) ?? null;
  const gone = (state.leads?.length ?? 0) - (leads?.length ?? 0);
  return { ...state, leads, total: state.total - gone };
}

function changed(lead: LeadView, event: Extract<LeadsEvent, { type: 'lead_changed' }>): LeadView {
  if (lead._id !== event.leadId) return lead;
  // The server settles what was planned about a lead that is closed.
  const settled: LeadChange = event.change.mark === 'closed' ? { nextAt: null, nextStep: '' } : {};
  const { nextAt, ...change } = { ...settled, ...event.change };
  return { ...lead, ...change, ...(nextAt === undefined ? {} : { nextAt: nextAt ?? undefined }) };
}

/**
 * How often the list reloads by itself: every 60 s while any lead is processing, or while the server
 * cannot tell of changes; not at all with auto-refresh off.
 */
export function refreshEveryMs(state: LeadsState, autoRefresh: boolean, live: boolean): number | null {
  const processing = state.leads?.some((lead) => lead.processingStatus === 'processing') ?? false;
  return autoRefresh && (processing || !live) ? autoRefreshMs : null;
}

/** The content below the page's header; a list that is known stays while it reloads or fails to. */
export type LeadsScreen = 'loading' | 'failed' | 'empty' | 'list';

export function screenOf({ leads, failure }: LeadsState): LeadsScreen {
  if (leads === null) return failure === null ? 'loading' : 'failed';
  return leads.length === 0 ? 'empty' : 'list';
}
