import { expect, test } from 'vitest';
import { axisOf } from './axis';

test('each day of a period has a column, with or without a call', () => {
  const query = { from: '2026-02-26', to: '2026-03-02' };
  const days = ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];
  expect(axisOf(['2026-02-27'], 'day', query)).toEqual(days);
});

test('weeks go from the first with a call to the last', () => {
  const weeks = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'];
  expect(axisOf(['2026-11-02', '2026-11-23'], 'week', { from: '0001-01-01' })).toEqual(weeks);
  expect(axisOf([], 'week', {})).toEqual([]);
});
