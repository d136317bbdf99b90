import { expect, test } from 'vitest';
import { gistOf } from './lead-gist';

const visitorTurn = (text: string) => ({ speaker: 'visitor' as const, fromS: 0, toS: 1, text });

test.each([
  ['the name alone is not shown twice', { ism: 'Karim' }, 'Karim.', ''],
  ['other words stand beside the name', { ism: 'Karim' }, 'Narxi qancha?', 'Narxi qancha?'],
  ['the goal comes before the last words', { ism: 'Karim', maqsad: 'gilam' }, 'Rahmat', 'gilam'],
])('%s', (_, summary, words, goal) => {
  const lead = { summary: JSON.stringify(summary), turns: [visitorTurn(words)] };
  expect(gistOf(lead)).toEqual({ name: 'Karim', goal });
});
