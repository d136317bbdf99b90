import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
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
  let checks = 0;
  const checkWithNewRequest = () => {
    // Each check has its own address: a request that timed out earlier would count as answered.
    env().OPENAI_BASE_URL = `${url}/${checks++}`;
    return health();
  };
  await expect.poll(checkWithNewRequest).toMatchObject({ parts: { agent: { state: 'ok' } } });
});
