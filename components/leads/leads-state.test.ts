import { describe, expect, it } from 'vitest';
import { leadList } from './lead-data';
import { initialLeadsState, leadsReducer, refreshesItself, screenOf, type LeadsState } from './leads-state';
import { RequestFailure } from './request-failure';

function leadsOf(...statuses: (string | undefined)[]) {
  return leadList.parse({
    leads: statuses.map((processingStatus, i) => ({ _id: `lead-${i}`, processingStatus })),
  }).leads;
}

function loaded(...statuses: (string | undefined)[]): LeadsState {
  return leadsReducer(initialLeadsState, { type: 'load_succeeded', leads: leadsOf(...statuses) });
}

describe('the list as it is read', () => {
  it('takes any status it does not know, or none, for unknown', () => {
    expect(leadsOf('completed', 'archived', undefined).map((lead) => lead.processingStatus)).toEqual([
      'completed',
      'unknown',
      'unknown',
    ]);
  });

  it('refuses an answer that is no list of leads', () => {
    expect(leadList.safeParse({ leads: null }).success).toBe(false);
    expect(leadList.safeParse({ leads: [{ phoneNumber: 'x' }] }).success).toBe(false);
  });
});

describe('what is shown', () => {
  it('loads, then shows the list or that there is none', () => {
    expect(screenOf(initialLeadsState)).toBe('loading');
    expect(screenOf(loaded())).toBe('empty');
    expect(screenOf(loaded('completed'))).toBe('list');
  });

  it('shows a failed first load as failed, and a failed reload beside the list', () => {
    const failure = new RequestFailure('network');
    expect(screenOf(leadsReducer(initialLeadsState, { type: 'load_failed', failure }))).toBe('failed');
    const reload = leadsReducer(loaded('completed'), { type: 'load_failed', failure });
    expect(screenOf(reload)).toBe('list');
    expect(reload.failure).toBe(failure);
    expect(leadsReducer(reload, { type: 'load_succeeded', leads: [] }).failure).toBeNull();
  });

  it('takes a deleted lead off the list', () => {
    const state = leadsReducer(loaded('completed', 'failed'), { type: 'lead_deleted', leadId: 'lead-0' });
    expect(state.leads?.map((lead) => lead._id)).toEqual(['lead-1']);
  });
});

describe('auto-refresh (section 4)', () => {
  it('is on by default and runs only while a lead is processing', () => {
    expect(refreshesItself(initialLeadsState)).toBe(false);
    expect(refreshesItself(loaded('completed', 'pending', 'failed', undefined))).toBe(false);
    expect(refreshesItself(loaded('completed', 'processing'))).toBe(true);
  });

  it('does not run while it is off', () => {
    const off = leadsReducer(loaded('processing'), { type: 'auto_refresh_toggled' });
    expect(refreshesItself(off)).toBe(false);
    expect(refreshesItself(leadsReducer(off, { type: 'auto_refresh_toggled' }))).toBe(true);
  });
});
