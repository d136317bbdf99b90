import { expect, test } from 'vitest';
import { draftOf } from '@/lib/contracts/agent-plan';
import { configuredPlan } from '@/lib/server/plan/interview-plan';
import { readAgentPage } from '@/lib/server/office/agent-plan';
import { setUpEnvironment } from '@/lib/server/testing/server';
import { PATCH } from './route';

setUpEnvironment({ ADMIN_WITHOUT_PASSWORD: 'local' });

test('a draft with half an emoji is saved, without that half', async () => {
  const plan = { ...draftOf(configuredPlan()), business: 'We sell \ud83d carpets.' };
  const headers = { host: 'localhost', 'x-forwarded-for': '127.0.0.1', 'content-type': 'application/json' };
  const init = { method: 'PATCH', headers, body: JSON.stringify({ revision: 0, plan }) };
  const answer = await PATCH(new Request('http://localhost/api/admin/agent', init), {});
  expect([answer.status, await answer.json()]).toEqual([200, { revision: 1 }]);
  expect((await readAgentPage()).draft.plan?.business).toBe('We sell \ufffd carpets.');
});
