import { expect, test } from 'vitest';
import { CallBudget, speechCost } from './budget.ts';

test('the script takes over after a number of words of the model', () => {
  const budget = new CallBudget({ words: 5, seconds: 600 });
  budget.start(0);
  budget.addWords('Assalomu alaykum, ismingiz nima?');
  expect(budget.isSpent(1_000)).toBe(false);
  budget.addWords(' Rahmat. ');
  expect(budget.isSpent(1_000)).toBe(true);
});

test("the script takes over after a number of seconds, counted from the visitor's arrival", () => {
  const budget = new CallBudget({ words: 1_000, seconds: 480 });
  expect(budget.isSpent(1e12)).toBe(false);
  budget.start(1e12);
  expect(budget.isSpent(1e12 + 479_000)).toBe(false);
  expect(budget.isSpent(1e12 + 480_000)).toBe(true);
});

test('the script takes over after a number of requests, even if few answers were spoken', () => {
  const budget = new CallBudget({ words: 1_000, seconds: 480 });
  for (let times = 0; times < 399; times++) budget.addRequest();
  expect(budget.isSpent(0)).toBe(false);
  budget.addRequest();
  expect(budget.isSpent(0)).toBe(true);
});

test('speech costs what its vendor charges; without a price, or on this machine, it has no cost', () => {
  expect(speechCost(0.39, 'elevenlabs', 90 / 3_600)).toBeCloseTo(0.00975);
  expect(speechCost(0.39, 'local', 90 / 3_600)).toBeUndefined();
  expect(speechCost(undefined, 'muxlisa', 0.5)).toBeUndefined();
});
