import { expect, test } from 'vitest';
import { fourTopics } from '../../agent/testing/plan.ts';
import { converseAloud } from './audio.ts';

test('a conversation is held through microphone, recogniser, model and voice', async () => {
  const { passed, failed, lines } = await converseAloud({ ...fourTopics, languages: ['en'] }, undefined);
  expect(failed).toEqual([]);
  expect(passed).toBe(true);
  expect(lines).toContainEqual({ speaker: 'visitor', text: 'My name is Madina' });
  expect(lines.at(-1)).toMatchObject({ speaker: 'agent', text: expect.stringContaining('goodbye') });
});
