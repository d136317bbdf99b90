import { describe, expect, it } from 'vitest';
import type { Lead, LeadChange, LeadList } from '@/lib/contracts/leads';
import {
  mergePage,
  missingRows,
  rowToFocus,
  pollIntervalMs,
  withChange,
  withoutClosed,
  withoutLeads,
} from './desk-page';
import { leadOf } from './testing/lead';

const none = new Set<string>();

function answer(...leads: Partial<Lead>[]): LeadList {
  return { leads: leads.map(leadOf), total: leads.length };
}

const answerOf = (...ids: string[]) => answer(...ids.map((_id) => ({ _id })));
const firstPage = (page: LeadList) => mergePage(undefined, page, [], none);
const pageOf = (...ids: string[]) => firstPage(answerOf(...ids));
const idsOf = ({ leads }: LeadList) => leads.map(({ _id }) => _id);

describe('a change in the browser', () => {
  const lead = { _id: 'a', nextAt: '2026-11-22T05:00:00.000Z', nextStep: 'Prices' };
  const after = (change: LeadChange) => withChange(firstPage(answer(lead)), 'a', change).leads[0];

  it('takes deleted leads off the list and off the total', () => {
    const page = withoutLeads({ ...pageOf('a', 'b', 'c'), total: 103 }, ['a', 'c', 'elsewhere']);
    expect(idsOf(page)).toEqual(['b']);
    expect(page.total).toBe(101);
  });

  it('shows a mark and a note on their lead alone', () => {
    const page = withChange(pageOf('a', 'b'), 'b', { mark: 'called', note: 'ertaga' });
    expect(page.leads[1]).toMatchObject({ mark: 'called', note: 'ertaga' });
    expect(page.leads[0]).toMatchObject({ mark: 'to_call', note: '' });
  });

  it('clears the next action of a closed lead, unless the same change sets one', () => {
    expect(after({ mark: 'closed' })).toMatchObject({ mark: 'closed', nextAt: undefined, nextStep: '' });
    expect(after({ mark: 'called' })).toMatchObject({ nextStep: 'Prices' });
    const nextAt = '2026-12-01T05:00:00.000Z';
    expect(after({ mark: 'closed', nextAt })).toMatchObject({ mark: 'closed', nextAt });
  });
});

describe('polling', () => {
  const leads = (...statuses: Lead['processingStatus'][]) =>
    answer(...statuses.map((processingStatus, i) => ({ _id: `${i}`, processingStatus }))).leads;

  it('runs every 60 s while a lead is processing', () => {
    expect(pollIntervalMs(undefined, true, true)).toBe(false);
    expect(pollIntervalMs(leads('completed', 'pending', 'failed'), true, true)).toBe(false);
    expect(pollIntervalMs(leads('completed', 'processing'), true, true)).toBe(60_000);
  });

  it('runs if no events can arrive', () => {
    expect(pollIntervalMs(leads('completed'), true, false)).toBe(60_000);
  });

  it('stops with auto-refresh off', () => {
    expect(pollIntervalMs(leads('processing'), false, true)).toBe(false);
    expect(pollIntervalMs(leads('processing'), false, false)).toBe(false);
  });
});

describe('an open row that the query no longer finds', () => {
  const before = pageOf('a', 'b', 'c');
  const found = answerOf('a', 'c');

  it('is missing; a closed one is not', () => {
    expect(missingRows(before, found, new Set(['b', 'c']))).toEqual(['b']);
    expect(missingRows(before, found, none)).toEqual([]);
    expect(missingRows(undefined, found, new Set(['b']))).toEqual([]);
  });

  it('keeps its place, with its new content, until it is closed', () => {
    const unmatched = answer({ _id: 'b', mark: 'called' }).leads;
    const after = mergePage(before, found, unmatched, new Set(['b']));
    const shown = (...open: string[]) => idsOf(withoutClosed(after, new Set(open)));
    expect(shown('b')).toEqual(['a', 'b', 'c']);
    expect(after.leads[1]?.mark).toBe('called');
    expect(shown()).toEqual(['a', 'c']);
    expect(after.total).toBe(2);
  });

  it('is gone if it was deleted', () => {
    expect(idsOf(mergePage(before, found, [], new Set(['b'])))).toEqual(['a', 'c']);
  });
});

describe('an open row that now belongs elsewhere on the page', () => {
  const before = pageOf('due', 'a', 'b', 'c');
  const after = (open: string[], ...ids: string[]) =>
    idsOf(mergePage(before, answerOf(...ids), [], new Set(open)));

  it('stays between its neighbours, whatever comes or goes', () => {
    expect(after(['due'], 'a', 'b', 'due', 'c')).toEqual(['due', 'a', 'b', 'c']);
    expect(after(['due', 'c'], 'new', 'c', 'a', 'b', 'due')).toEqual(['due', 'new', 'a', 'b', 'c']);
    expect(after(['c'], 'c')).toEqual(['c']);
  });

  it('keeps its next row when the previous one goes or moves, so that keys skip none', () => {
    expect(after(['a'], 'a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    expect(after(['a'], 'a', 'b', 'c', 'due')).toEqual(['a', 'b', 'c', 'due']);
    expect(after(['b'], 'b', 'c')).toEqual(['b', 'c']);
  });

  it('moves once it is closed, and in a list that was not shown before', () => {
    expect(after([], 'a', 'b', 'due', 'c')).toEqual(['a', 'b', 'due', 'c']);
    const other = mergePage(undefined, answerOf('a', 'b', 'due', 'c'), [], new Set(['due']));
    expect(idsOf(other)).toEqual(['a', 'b', 'due', 'c']);
  });
});

describe('the focus of a row that is gone', () => {
  const next = (before: string[], now: string[], gone: string) =>
    rowToFocus(answerOf(...before).leads, answerOf(...now).leads, gone);

  it('stays in the row if only the pressed button has disappeared', () => {
    expect(next(['a', 'b', 'c'], ['b', 'a', 'c'], 'b')).toBe('b');
  });

  it('goes to the row that follows it', () => {
    expect(next(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe('c');
    // A full page, on which a new lead came at the top.
    expect(next(['a', 'b', 'c'], ['new', 'a', 'c', 'd'], 'b')).toBe('c');
    expect(next(['a', 'b', 'c', 'd'], ['a', 'd'], 'b')).toBe('d');
  });

  it('goes to the row that has its place on the page now, or to the last one', () => {
    expect(next(['a', 'b'], ['a', 'c'], 'b')).toBe('c');
    expect(next(['a', 'b'], ['a'], 'b')).toBe('a');
    expect(next(['a'], [], 'a')).toBeUndefined();
  });
});
