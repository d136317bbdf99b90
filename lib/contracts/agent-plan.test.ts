import { expect, test } from 'vitest';
import { draftChars, draftOf, planDraft, planOf } from './agent-plan.ts';
import { interviewPlan } from './interview.ts';

const plan = draftOf(interviewPlan.parse({}));
const [topic] = plan.topics;
if (topic === undefined) throw new Error('the built-in plan has topics');

test.each([
  ['name', { name: 'a'.repeat(draftChars.name) }],
  ['business', { business: 'a'.repeat(draftChars.business) }],
  ['greeting.uz', { greeting: { uz: 'a'.repeat(draftChars.words) } }],
  ['topics.0.id', { topics: [{ ...topic, id: 'a'.repeat(draftChars.topicId) }] }],
  ['topics.0.findOut', { topics: [{ ...topic, findOut: 'a'.repeat(draftChars.findOut) }] }],
  ['topics.0.ask.uz', { topics: [{ ...topic, ask: { uz: 'a'.repeat(draftChars.words) } }] }],
  ['faq.0.question', { faq: [{ question: 'a'.repeat(draftChars.question), answer: 'a' }] }],
  ['faq.0.answer', { faq: [{ question: 'a', answer: 'a'.repeat(draftChars.answer) }] }],
  ['tone', { tone: 'a'.repeat(draftChars.tone) }],
  ['handOver', { handOver: 'a'.repeat(draftChars.handOver) }],
  ['criteria.0', { criteria: ['a'.repeat(draftChars.criterion)] }],
])('a draft saves a %s that is too long to publish, and publishing names the field', (path, change) => {
  const draft = { ...plan, ...change };
  expect(planDraft.safeParse(draft).success).toBe(true);
  expect(planOf(draft).error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});

test('a draft without an agent name gets the name Ovoz', () => {
  const old = Object.fromEntries(Object.entries(plan).filter(([key]) => key !== 'name'));
  expect(planDraft.parse(old).name).toBe('Ovoz');
});
