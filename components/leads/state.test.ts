import { describe, expect, it } from 'vitest';
import type { LeadChange } from '@/lib/contracts/leads';
import { readLeadPage } from './lead-data';
import {
  firstLeadsState,
  leadsReducer,
  leftPage,
  nextRow,
  refreshEveryMs,
  screenOf,
  withoutClosed,
  type LeadsState,
} from './state';
import { RequestFailure } from './api';

const initial = firstLeadsState(undefined);

function pageOf(...statuses: (string | undefined)[]) {
  return readLeadPage({
    leads: statuses.map((processingStatus, i) => ({ _id: `lead-${i}`, processingStatus })),
    total: statuses.length + 100,
  });
}

function loaded(...statuses: (string | undefined)[]): LeadsState {
  return leadsReducer(initial, { type: 'load_succeeded', page: pageOf(...statuses) });
}

describe('the list as it is read', () => {
  it('takes any status it does not know, or none, for unknown', () => {
    expect(pageOf('completed', 'archived', undefined).leads.map((lead) => lead.processingStatus)).toEqual([
      'completed',
      'unknown',
      'unknown',
    ]);
  });

  it('hides no lead for an odd field', () => {
    const odd = { _id: 'a', turns: null, duration: 'long', missing: {}, note: 'kept' };
    const [lead] = readLeadPage({ leads: [odd] }).leads;
    expect(lead).toMatchObject({ turns: [], duration: 0, missing: [], note: 'kept', hasAudio: true });
  });

  it('counts the leads where the answer has no total', () => {
    expect(readLeadPage({ leads: [{ _id: 'a' }] }).total).toBe(1);
  });

  it('refuses an answer that is no list of leads', () => {
    expect(() => readLeadPage({ leads: null })).toThrow();
    expect(() => readLeadPage({ leads: [{ phoneNumber: 'x' }] })).toThrow();
  });
});

describe('what is shown', () => {
  it('loads, then shows the list or that there is none', () => {
    expect(screenOf(initial)).toBe('loading');
    expect(screenOf(loaded())).toBe('empty');
    expect(firstLeadsState(pageOf('completed'))).toEqual(loaded('completed'));
    expect(screenOf(loaded('completed'))).toBe('list');
  });

  it('shows a failed first load as failed, and a failed reload beside the list', () => {
    const failure = new RequestFailure('network');
    expect(screenOf(leadsReducer(initial, { type: 'load_failed', failure }))).toBe('failed');
    const reload = leadsReducer(loaded('completed'), { type: 'load_failed', failure });
    expect(screenOf(reload)).toBe('list');
    expect(reload.failure).toBe(failure);
    expect(leadsReducer(reload, { type: 'load_succeeded', page: pageOf() }).failure).toBeNull();
  });

  it('takes deleted leads off the list and off the total', () => {
    const state = leadsReducer(loaded('completed', 'failed', 'failed'), {
      type: 'leads_deleted',
      ids: ['lead-0', 'lead-2', 'elsewhere'],
    });
    expect(state.leads?.map((lead) => lead._id)).toEqual(['lead-1']);
    expect(state.total).toBe(101);
  });

  it('shows what the admin noted', () => {
    const change = { mark: 'called', note: 'ertaga' } as const;
    const state = leadsReducer(loaded('completed', 'failed'), {
      type: 'lead_changed',
      leadId: 'lead-1',
      change,
    });
    expect(state.leads?.[1]).toMatchObject(change);
    expect(state.leads?.[0]).toMatchObject({ mark: 'to_call', note: '' });
  });
});

it('nothing is due about a lead that is closed, unless it is planned with the same change', () => {
  const page = readLeadPage({
    leads: [{ _id: 'a', nextAt: '2026-11-22T05:00:00.000Z', nextStep: 'Prices' }],
  });
  const after = (change: LeadChange) =>
    leadsReducer(firstLeadsState(page), { type: 'lead_changed', leadId: 'a', change }).leads?.[0];
  expect(after({ mark: 'closed' })).toMatchObject({ mark: 'closed', nextAt: undefined, nextStep: '' });
  expect(after({ mark: 'called' })).toMatchObject({ nextStep: 'Prices' });
  const nextAt = '2026-12-01T05:00:00.000Z';
  expect(after({ mark: 'closed', nextAt })).toMatchObject({ mark: 'closed', nextAt });
});

describe('auto-refresh', () => {
  it('reloads every 60 s only while a lead is processing', () => {
    expect(refreshEveryMs(initial, true, true)).toBeNull();
    expect(refreshEveryMs(loaded('completed', 'pending', 'failed', undefined), true, true)).toBeNull();
    expect(refreshEveryMs(loaded('completed', 'processing'), true, true)).toBe(60_000);
  });

  it('stands in for a server that cannot tell of changes', () => {
    expect(refreshEveryMs(loaded('completed'), true, false)).toBe(60_000);
  });

  it('does nothing while it is off', () => {
    expect(refreshEveryMs(loaded('processing'), false, true)).toBeNull();
    expect(refreshEveryMs(loaded('processing'), false, false)).toBeNull();
  });
});

describe('an open row that the query finds no more', () => {
  const before = loaded('completed', 'completed', 'completed');
  const page = readLeadPage({ leads: [{ _id: 'lead-0' }, { _id: 'lead-2' }], total: 2 });
  const left = (open: string[]) => leftPage(before, page, new Set(open));

  it('is asked for by its id; one that is closed is not', () => {
    expect(left(['lead-1', 'lead-2'])).toEqual(['lead-1']);
    expect(left([])).toEqual([]);
  });

  it('stays where it stood, as it is now, until it is closed', () => {
    const [kept] = readLeadPage({ leads: [{ _id: 'lead-1', mark: 'called' }] }).leads;
    const after = leadsReducer(before, {
      type: 'load_succeeded',
      page,
      kept: kept ? [kept] : [],
      open: new Set(['lead-1']),
    });
    const shown = (open: string[]) => withoutClosed(after, new Set(open)).leads?.map(({ _id }) => _id);
    expect(shown(['lead-1'])).toEqual(['lead-0', 'lead-1', 'lead-2']);
    expect(after.leads?.[1]?.mark).toBe('called');
    expect(shown([])).toEqual(['lead-0', 'lead-2']);
    expect(after.total).toBe(2);
  });

  it('is gone once it is deleted', () => {
    const after = leadsReducer(before, { type: 'load_succeeded', page, kept: [] });
    expect(after.leads).toHaveLength(2);
  });
});

function leadsOf(...ids: string[]) {
  return readLeadPage({ leads: ids.map((_id) => ({ _id })) });
}

const idsOf = ({ leads }: LeadsState) => leads?.map(({ _id }) => _id);

describe('an open row that now belongs elsewhere on the page', () => {
  const before = leadsReducer(initial, { type: 'load_succeeded', page: leadsOf('due', 'a', 'b', 'c') });
  const after = (open: string[], ...ids: string[]) =>
    idsOf(leadsReducer(before, { type: 'load_succeeded', page: leadsOf(...ids), open: new Set(open) }));

  it('stays where it stood in the plain list, whatever comes or goes', () => {
    expect(after(['due'], 'a', 'b', 'due', 'c')).toEqual(['due', 'a', 'b', 'c']);
    expect(after(['due', 'c'], 'new', 'c', 'a', 'b', 'due')).toEqual(['due', 'new', 'a', 'c', 'b']);
    expect(after(['c'], 'c')).toEqual(['c']);
  });

  it('goes there once it is closed, or another list is asked for', () => {
    expect(after([], 'a', 'b', 'due', 'c')).toEqual(['a', 'b', 'due', 'c']);
    expect(
      idsOf(leadsReducer(before, { type: 'load_succeeded', page: leadsOf('a', 'b', 'due', 'c') })),
    ).toEqual(['a', 'b', 'due', 'c']);
  });
});

describe('the focus of a row that is gone', () => {
  const next = (before: string[], now: string[], gone: string) =>
    nextRow(leadsOf(...before).leads, leadsOf(...now).leads, gone);

  it('stays in a row that is still there: only the pressed button has gone', () => {
    expect(next(['a', 'b', 'c'], ['b', 'a', 'c'], 'b')).toBe('b');
  });

  it('goes to the row that follows it', () => {
    expect(next(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe('c');
    // A full page of as many rows, and one that came on top meanwhile.
    expect(next(['a', 'b', 'c'], ['new', 'a', 'c', 'd'], 'b')).toBe('c');
    expect(next(['a', 'b', 'c', 'd'], ['a', 'd'], 'b')).toBe('d');
  });

  it('goes to its place on the page, or to the last one', () => {
    expect(next(['a', 'b'], ['a', 'c'], 'b')).toBe('c');
    expect(next(['a', 'b'], ['a'], 'b')).toBe('a');
    expect(next(['a'], [], 'a')).toBeUndefined();
  });
});

describe('leads that arrive', () => {
  const page = (...created: number[]) =>
    readLeadPage({
      leads: created.map((minute) => ({ _id: `m${minute}`, createdAt: `2026-11-23T06:${minute}:00.000Z` })),
    });
  const load = (state: LeadsState, minutes: number[], open?: ReadonlySet<string>) =>
    leadsReducer(state, { type: 'load_succeeded', page: page(...minutes), open });
  const none = new Set<string>();

  it('are newer than all the rows before: an older one that moves up is none', () => {
    const first = load(initial, [30, 20], none);
    expect(first.arrived).toEqual([]);
    const second = load(first, [40, 30, 10], none);
    expect(second.arrived).toEqual(['m40']);
    expect(load(second, [50, 40, 30], none).arrived).toEqual(['m40', 'm50']);
  });

  it('count in a list that was empty, not in one of another query, and once they were seen no more', () => {
    const one = load(load(initial, [], none), [20], none);
    expect(one.arrived).toEqual(['m20']);
    expect(load(one, [50, 20]).arrived).toEqual([]);
    expect(leadsReducer(one, { type: 'arrivals_seen' }).arrived).toEqual([]);
  });
});
