import { describe, expect, it } from 'vitest';
import { leadQuery, newDeskView } from '@/lib/contracts/leads';
import {
  apiQueryOf,
  filterQueryOf,
  isFiltered,
  pageCount,
  readView,
  viewParamsOf,
  withFilter,
  withoutFilters,
  type View,
} from './view';

const plain = readView(new URLSearchParams());
const lead = '01a1fbfb-789d-7305-8c79-8469695b912b';

function afterReload(view: View): View {
  return readView(new URLSearchParams(viewParamsOf(view).toString()));
}

describe('a view in the address of the page', () => {
  it('has no parameters for the plain list', () => {
    expect(viewParamsOf(plain).toString()).toBe('');
    expect(isFiltered(plain)).toBe(false);
  });

  it('survives a reload', () => {
    const view: View = {
      q: 'oʻzbek & co',
      status: 'failed',
      mark: 'to_call',
      from: '2026-11-01',
      to: '2026-11-21',
      recording: 'no',
      next: 'due',
      language: 'ru',
      end: 'visitor_left',
      left: 'goal',
      outcome: 'busy',
      hour: 9,
      weekday: 1,
      sort: 'longest',
      page: 3,
      lead: undefined,
      auto: 'off',
    };
    expect(afterReload(view)).toEqual(view);
    expect(isFiltered(view)).toBe(true);
    const query = leadQuery.parse(Object.fromEntries(new URLSearchParams(apiQueryOf(view))));
    expect({ ...view, ...query }).toEqual({ ...view, limit: 50, offset: 100 });
  });

  it('leaves out invalid parameters', () => {
    const odd = new URLSearchParams('status=x&page=-2&from=yesterday&sort=random&lead=1&mark=&auto=maybe');
    expect(readView(odd)).toEqual(plain);
    for (const from of ['0000-01-01', '2026-02-29', '2026-13-01', '2026-1-1'])
      expect(readView({ from }).from).toBeUndefined();
    expect(readView({ from: '2028-02-29', hour: '0' })).toMatchObject({ from: '2028-02-29', hour: 0 });
    expect(readView({ hour: '24', weekday: '0', left: 'x'.repeat(65), end: 'never' })).toEqual(plain);
  });
});

describe('the query of the API', () => {
  it('is a page of the list', () => {
    expect(apiQueryOf(plain)).toBe('sort=due&limit=50');
    expect(apiQueryOf({ ...plain, page: 3, auto: 'off' })).toBe('sort=due&limit=50&offset=100');
  });

  it('is one lead if a link leads to one', () => {
    expect(apiQueryOf({ ...plain, lead, q: 'x', page: 2 })).toBe(`ids=${lead}&limit=50`);
  });

  it('has no empty filter', () => {
    expect(apiQueryOf(withFilter(plain, { q: '' }))).toBe('sort=due&limit=50');
  });
});

describe('changing the view', () => {
  it('shows another filter from its first page, and no longer the single lead', () => {
    const view = withFilter({ ...plain, page: 4, lead, sort: 'oldest' }, { status: 'failed' });
    expect(view).toMatchObject({ page: 1, lead: undefined, status: 'failed', sort: 'oldest' });
  });

  it('goes back to the plain list, with auto-refresh as it is', () => {
    expect(withoutFilters({ ...plain, q: 'x', page: 4, lead, auto: 'off' })).toEqual({
      ...plain,
      auto: 'off',
    });
  });

  it('counts pages', () => {
    expect([0, 1, 50, 51, 10_000].map(pageCount)).toEqual([1, 1, 1, 2, 200]);
  });
});

it('a search of any length that the field takes can be saved as a view, in Cyrillic too', () => {
  const query = filterQueryOf(readView({ q: 'ў'.repeat(200), mark: 'to_call' }));
  expect(newDeskView.safeParse({ name: 'Gilamlar', query }).success).toBe(true);
});
