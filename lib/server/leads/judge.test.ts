import type { Passage } from '../../contracts/leads.ts';
import { afterAll, expect, test } from 'vitest';
import { interviewPlan } from '../../contracts/interview.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { judgeConversation } from './judge.ts';

const visitorPassage: Passage = {
  speaker: 'visitor',
  fromS: 0,
  toS: 2,
  text: 'Aziz',
  topic: 'name',
  waitS: null,
};
const plan = interviewPlan.parse({ criteria: ['Asked for the name', 'Promised no price'] });

/** The model's next answer, and the last prompt it got. */
let answer = '';
let prompt = '';
const { url, stop } = await startLoopbackServer(async (request, response) => {
  prompt = '';
  for await (const chunk of request) prompt += chunk;
  const message = { role: 'assistant', content: answer };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: '1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message }],
    }),
  );
});

Object.assign(process.env, { LLM_MODEL: 'm', OPENAI_BASE_URL: `${url}/v1` });
afterAll(stop);

test('each criterion of the owner is judged, in its order', async () => {
  answer = 'Here: [{"met":true,"why":"It did."},{"met":false,"why":"It named one."}]';
  expect(await judgeConversation([visitorPassage], { language: 'en', plan })).toEqual([
    { criterion: 'Asked for the name', met: true, why: 'It did.' },
    { criterion: 'Promised no price', met: false, why: 'It named one.' },
  ]);
  expect(prompt).toContain('2. Promised no price');
  expect(prompt).toContain('Visitor: Aziz');
});

test.each(['I would rather not.', '[{"met":true,"why":"One of two."}]', '[]'])(
  'a model that answers %j gives no verdicts, and leaves earlier ones',
  async (wrong) => {
    answer = wrong;
    expect(await judgeConversation([visitorPassage], { language: 'en', plan })).toBeUndefined();
  },
);

test('without criteria or words the model gets no request', async () => {
  prompt = 'unchanged';
  const none = interviewPlan.parse({});
  expect(await judgeConversation([visitorPassage], { language: 'en', plan: none })).toBeNull();
  expect(await judgeConversation([{ ...visitorPassage, text: null }], { language: 'en', plan })).toBeNull();
  expect(prompt).toBe('unchanged');
});
