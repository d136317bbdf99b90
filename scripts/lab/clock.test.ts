import { expect, test } from 'vitest';
import { minutesSeconds } from '../../lib/time.ts';
import { clockSeconds } from './clock.ts';

test('the minutes of a clock count, too', () => {
  for (const totalS of [0, 59, 60, 65, 3671]) expect(clockSeconds(minutesSeconds(totalS))).toBe(totalS);
});

test('a text without a clock has no seconds', () => {
  expect(clockSeconds('')).toBeNaN();
});
