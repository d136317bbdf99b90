import { expect, test } from 'vitest';
import { CallBudget, speechCost } from './budget.ts';

test('a call is left to the script after so many words of the model', () => {
  const budget = new CallBudget({ words: 5, seconds: 600 });
  budget.start(0);
  budget.spoke('Assalomu alaykum, ismingiz nima?');
  expect(budget.isSpent(1_000)).toBe(false);
  budget.spoke(' Rahmat. ');
  expect(budget.isSpent(1_000)).toBe(true);
});

test('and after so many seconds, from when the visitor is there', () => {
  const budget = new CallBudget({ words: 1_000, seconds: 480 });
  expect(budget.isSpent(1e12)).toBe(false);
  budget.start(1e12);
  expect(budget.isSpent(1e12 + 479_000)).toBe(false);
  expect(budget.isSpent(1e12 + 480_000)).toBe(true);
});

test('and after so many requests, however few of the answers were said', () => {
  const budget = new CallBudget({ words: 1_000, seconds: 480 });
  for (let times = 0; times < 399; times++) budget.asked();
  expect(budget.isSpent(0)).toBe(false);
  budget.asked();
  expect(budget.isSpent(0)).toBe(true);
});

test('speech costs what its vendor charges; on this machine, and without a price, nothing is known to cost', () => {
  expect(speechCost(0.39, 'elevenlabs', 90 / 3_600)).toBeCloseTo(0.00975);
  expect(speechCost(0.39, 'local', 90 / 3_600)).toBeUndefined();
  expect(speechCost(undefined, 'muxlisa', 0.5)).toBeUndefined();
});
