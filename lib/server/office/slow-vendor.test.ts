import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '../platform/db.ts';
import { boss } from '../platform/queue.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { health } from './health.ts';

const { url, stop } = await startLoopbackServer(() => undefined);
afterAll(stop);
setUpEnvironment({
  ...testKeys,
  LLM_MODEL: 'gpt-4o-mini',
  OPENAI_API_KEY: 'the key',
  OPENAI_BASE_URL: url,
});

beforeAll(() => boss());

test('health reports the agent as ok although its vendor never lists its models', async () => {
  await db().agentWorker.create({ data: { id: 'AW_1', maxJobs: 1, taken: 0, seenAt: new Date() } });
  expect((await health()).parts.agent).toMatchObject({ state: 'ok' });
});
