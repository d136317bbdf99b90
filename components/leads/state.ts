import type { LeadChange } from '@/lib/contracts/leads';
import type { LeadPage, LeadView } from './lead-data';
import type { RequestFailure } from './api';

/** Leads auto-refresh. */
const autoRefreshMs = 60_000;

export interface LeadsState {
  /** The page of the list as the server last gave it; null until it first did. */
  leads: LeadView[] | null;
  /** How many there are on all pages. */
  total: number;
  loading: boolean;
  /** Why the latest load failed. */
  failure: RequestFailure | null;
}

export type LeadsEvent =
  | { type: 'load_started' }
  | { type: 'load_succeeded'; page: LeadPage }
  | { type: 'load_failed'; failure: RequestFailure }
  | { type: 'leads_deleted'; ids: readonly string[] }
  | { type: 'lead_changed'; leadId: string; change: LeadChange };

export const initialLeadsState: LeadsState = { leads: null, total: 0, loading: true, failure: null };

export function leadsReducer(state: LeadsState, event: LeadsEvent): LeadsState {
  switch (event.type) {
    case 'load_started':
      return { ...state, loading: true };
    case 'load_succeeded':
      return { ...event.page, loading: false, failure: null };
    case 'load_failed':
      return { ...state, loading: false, failure: event.failure };
    case 'leads_deleted':
      return withoutLeads(state, event.ids);
    case 'lead_changed':
      return { ...state, leads: state.leads?.map((lead) => changed(lead, event)) ?? null };
  }
}

function withoutLeads(state: LeadsState, ids: readonly string[]): LeadsState {
  const leads = state.leads?.filter((lead) => !ids.includes(lead._id)) ?? null;
  const gone = (state.leads?.length ?? 0) - (leads?.length ?? 0);
  return { ...state, leads, total: state.total - gone };
}

function changed(lead: LeadView, event: Extract<LeadsEvent, { type: 'lead_changed' }>): LeadView {
  if (lead._id !== event.leadId) return lead;
  const { nextAt, ...change } = event.change;
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
