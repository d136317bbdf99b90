import { expect, test } from 'vitest';
import { startWear } from './wear.ts';

test('a process wears out by its number of calls, or by its growth since the first one ended', () => {
  let residentMb = 100;
  const wear = startWear({ calls: 3, megabytes: 100 }, () => residentMb * 1024 ** 2);
  residentMb = 300;
  expect(wear.isWornOut()).toBe(false);
  wear.countCall();
  wear.countCall();
  residentMb = 399;
  expect(wear.isWornOut()).toBe(false);
  residentMb = 400;
  expect(wear.isWornOut()).toBe(true);
  residentMb = 300;
  expect(wear.isWornOut()).toBe(false);
  wear.countCall();
  expect(wear.isWornOut()).toBe(true);
});
