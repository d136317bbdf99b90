import type { LeadView } from './lead-data';
import type { RequestFailure } from './request-failure';

/** Leads auto-refresh (spec.md section 9): every 60 s, on by default. */
export const autoRefreshMs = 60_000;

export interface LeadsState {
  /** The list as the server last gave it; null until it first did. */
  leads: LeadView[] | null;
  loading: boolean;
  /** Why the latest load failed. */
  failure: RequestFailure | null;
  autoRefresh: boolean;
}

export type LeadsEvent =
  | { type: 'load_started' }
  | { type: 'load_succeeded'; leads: LeadView[] }
  | { type: 'load_failed'; failure: RequestFailure }
  | { type: 'lead_deleted'; leadId: string }
  | { type: 'auto_refresh_toggled' };

export const initialLeadsState: LeadsState = {
  leads: null,
  loading: true,
  failure: null,
  autoRefresh: true,
};

export function leadsReducer(state: LeadsState, event: LeadsEvent): LeadsState {
  switch (event.type) {
    case 'load_started':
      return { ...state, loading: true };
    case 'load_succeeded':
      return { ...state, leads: event.leads, loading: false, failure: null };
    case 'load_failed':
      return { ...state, loading: false, failure: event.failure };
    case 'lead_deleted':
      return { ...state, leads: state.leads?.filter((lead) => lead._id !== event.leadId) ?? null };
    case 'auto_refresh_toggled':
      return { ...state, autoRefresh: !state.autoRefresh };
  }
}

/** While any lead is processing and auto-refresh is on, the list reloads (spec.md section 4). */
export function refreshesItself({ autoRefresh, leads }: LeadsState): boolean {
  return autoRefresh && (leads?.some((lead) => lead.processingStatus === 'processing') ?? false);
}

/** What of the page is shown below its header; a list that is known stays while it reloads or fails to. */
export type LeadsScreen = 'loading' | 'failed' | 'empty' | 'list';

export function screenOf({ leads, failure }: LeadsState): LeadsScreen {
  if (leads === null) return failure === null ? 'loading' : 'failed';
  return leads.length === 0 ? 'empty' : 'list';
}
