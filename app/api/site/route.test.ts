import { expect, test } from 'vitest';
import { draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan, topics } from '@/lib/contracts/interview';
import { openCall } from '@/lib/server/calls/open';
import { publishDraft, saveDraft } from '@/lib/server/office/agent-plan';
import { newVisitor } from '@/lib/server/testing/calls';
import { setUpEnvironment } from '@/lib/server/testing/server';
import { GET } from './route';

setUpEnvironment({
  LLM_MODEL: 'gpt-x',
  OPENAI_BASE_URL: 'http://llm.test/v1',
  MUXLISA_API_KEY: 'k',
  BUDGET_CALLS_PER_DAY: '1',
  OFFER: '{"uz":"Birinchi oy bepul."}',
  CALL_BACK: '{"uz":"Odatda ikki soat ichida."}',
  CONTACT: '{"name":"Aziza","phone":"+998901234567"}',
});

async function readFacts(): Promise<unknown> {
  const response = await GET(new Request('http://site.test/api/site'), {});
  return response.json();
}

test('when the day’s budget is spent, the site promises the scripted interview, which also asks optional topics that have words', async () => {
  const plan = interviewPlan.parse({
    languages: ['uz', 'ru'],
    topics: [
      ...topics.map((topic) => ({ ...topic, required: topic.id !== 'needs' })),
      { id: 'branches', findOut: 'how many branches they have', field: 'ehtiyojlar', required: false },
    ],
  });
  await publishDraft(await saveDraft(0, draftOf(plan)), { author: 'Aziza', note: '' });
  expect(await readFacts()).toMatchObject({ agentUnderstands: true, questions: 3, languages: ['uz', 'ru'] });
  await openCall(newVisitor());
  expect(await readFacts()).toMatchObject({ agentUnderstands: false, questions: 4 });
});

test('the facts include the owner’s offer, contact person and call-back time', async () => {
  expect(await readFacts()).toMatchObject({
    offer: { uz: 'Birinchi oy bepul.' },
    callBack: { uz: 'Odatda ikki soat ichida.' },
    contact: { name: 'Aziza', phone: '+998901234567' },
  });
});
