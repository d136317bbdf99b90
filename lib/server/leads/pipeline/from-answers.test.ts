import { expect, test } from 'vitest';
import { summaryFromAnswers } from './summarize';

test('each answer stands under the field its question asks for; what was not answered is absent', () => {
  const summary = summaryFromAnswers([
    { topic: 'name', text: ' Aziz ' },
    { topic: 'needs', text: 'Narx' },
    { topic: 'needs', text: 'Muddat' },
    { topic: 'goal', text: '  ' },
  ]);
  expect(summary).toEqual({ ism: 'Aziz', ehtiyojlar: ['Narx', 'Muddat'] });
});
