import { expect, test } from 'vitest';
import { compareWeeks } from './weeks';

const day = (date: string, calls: number) => ({ day: date, calls, reachedEnd: calls - 1 });
const periods = [
  day('2026-11-09', 9),
  day('2026-11-10', 4),
  day('2026-11-16', 2),
  day('2026-11-17', 3),
  day('2026-11-23', 5),
];

test('the last seven days are compared with the seven before them', () => {
  expect(compareWeeks({ periods, step: 'day' }, { to: '2026-11-23' })).toEqual({
    last: { calls: 8, reachedEnd: 6 },
    before: { calls: 6, reachedEnd: 4 },
  });
});

test('periods without earlier calls, without an end, or counted in weeks are not compared', () => {
  expect(compareWeeks({ periods: periods.slice(-2), step: 'day' }, { to: '2026-11-23' })).toBeNull();
  expect(compareWeeks({ periods, step: 'week' }, { to: '2026-11-23' })).toBeNull();
  expect(compareWeeks({ periods, step: 'day' }, {})).toBeNull();
});

test('a period is compared if both weeks lie in it', () => {
  const data = { periods, step: 'day' } as const;
  expect(compareWeeks(data, { from: '2026-11-11', to: '2026-11-23' })).toBeNull();
  expect(compareWeeks(data, { from: '2026-11-10', to: '2026-11-23' })).not.toBeNull();
});
