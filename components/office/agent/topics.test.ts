import { expect, test } from 'vitest';
import { draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan, topicId } from '@/lib/contracts/interview';
import { withNewTopic } from './topics';

test('a new topic does not take the id of a removed one, whose calls the insights count', () => {
  const { topics } = draftOf(interviewPlan.parse({}));
  const removed = withNewTopic(topics, Date.parse('2026-11-01')).at(-1)?.id;
  const added = withNewTopic(topics, Date.parse('2026-11-02')).at(-1)?.id;
  expect(added).not.toBe(removed);
  expect(topicId.parse(added)).toBe(added);
});
