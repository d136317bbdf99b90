import { expect, test } from 'vitest';
import { openCall } from '@/lib/server/calls/open';
import { newVisitor } from '@/lib/server/testing/calls';
import { givenServer } from '@/lib/server/testing/server';
import { GET } from './route';

givenServer({
  LLM_MODEL: 'gpt-x',
  OPENAI_BASE_URL: 'http://llm.test/v1',
  MUXLISA_API_KEY: 'k',
  BUDGET_CALLS_PER_DAY: '1',
});

async function isPromised(): Promise<unknown> {
  const response = await GET(new Request('http://site.test/api/site'), undefined);
  const facts: unknown = await response.json();
  return typeof facts === 'object' && facts !== null && Reflect.get(facts, 'agentUnderstands');
}

test('an agent that understands is promised until the budget of the day is spent', async () => {
  expect(await isPromised()).toBe(true);
  await openCall(newVisitor());
  expect(await isPromised()).toBe(false);
});
