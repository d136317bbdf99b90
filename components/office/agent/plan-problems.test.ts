import { expect, test } from 'vitest';
import { draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan } from '@/lib/contracts/interview';
import { problemsOf } from './plan-problems';

const plan = draftOf(interviewPlan.parse({}));

test('a problem is found at its own row, below blank rows', () => {
  const faq = [
    { question: '', answer: ' ' },
    { question: 'Are you open?', answer: '' },
  ];
  const criteria = ['', 'a'.repeat(400), ' ', 'Greets.', 'b'.repeat(400)];
  expect(Object.fromEntries(problemsOf({ ...plan, faq, criteria }))).toEqual({
    'faq.1.answer': 'empty',
    'criteria.1': 'long',
    'criteria.4': 'long',
  });
});

test('a problem of a whole list is found at the list', () => {
  const criteria = ['', ...Array.from({ length: 40 }, (_, i) => `Criterion ${i}`)];
  expect([...problemsOf({ ...plan, criteria })]).toEqual([['criteria', 'long']]);
});
