import { expect, test } from 'vitest';
import { matches } from './palette-match';

test.each(["Yangi ro'yxat", 'ro‘yxat', 'royxat', 'YANGI', ''])('%j finds “Yangi roʻyxat”', (words) => {
  expect(matches('Yangi roʻyxat', words)).toBe(true);
});

test('other words do not find it', () => {
  expect(matches('Yangi roʻyxat', 'eski')).toBe(false);
});
