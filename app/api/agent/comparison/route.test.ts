import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { initializeLogger } from '@livekit/agents';
import { afterAll, expect, test } from 'vitest';
import { askSigned, webUrl } from '@/agent/reporting/events';
import { Plans } from '@/agent/reporting/plans';
import { runComparison } from '@/agent/simulator/compare';
import { playRole } from '@/agent/testing/evaluation-roles';
import { LoopbackVendor } from '@/agent/testing/loopback-vendor';
import { draftOf } from '@/lib/contracts/agent-plan';
import { heartbeatAnswer } from '@/lib/contracts/call-events';
import { interviewPlan } from '@/lib/contracts/interview';
import { readAgentPage, saveDraft } from '@/lib/server/office/agent-plan';
import { cancelComparison, readComparison, startComparison } from '@/lib/server/office/comparison';
import { configuredPlan } from '@/lib/server/plan/interview-plan';
import { setUpEnvironment, testKeys } from '@/lib/server/testing/server';
import { POST as heartbeat } from '../heartbeat/route';
import { POST as plan } from '../plan/route';
import { POST as report } from './route';

initializeLogger({ pretty: false, level: 'silent' });

const routes = new Map(
  Object.entries({
    '/api/agent/heartbeat': heartbeat,
    '/api/agent/plan': plan,
    '/api/agent/comparison': report,
  }),
);
/** Serves the web app's endpoints that an agent uses in a comparison. */
const web = createServer(async (request, response) => {
  const { url = '', method, headers } = request;
  const { authorization = '' } = headers;
  const forwarded = new Request(new URL(url, 'http://web.test'), {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: await text(request),
  });
  const answer = await routes.get(url)?.(forwarded, {});
  response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' });
  response.end(await answer?.text());
});
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
const address = web.address();
const port = typeof address === 'object' ? address?.port : undefined;
const vendor = await new LoopbackVendor({ firstTokenMs: 0, tokensPerS: 10_000, reply: playRole }).start();
afterAll(async () => {
  web.close();
  await vendor.close();
});

setUpEnvironment({
  ...testKeys,
  AGENT_CALLBACK_URL: `http://127.0.0.1:${port}`,
  LLM_MODEL: 'loopback',
  STT_PROVIDER: 'openai',
  OPENAI_BASE_URL: vendor.url,
});

/** Sends one heartbeat and runs the comparison that the answer names. Returns false if it names none. */
async function sendHeartbeat(): Promise<boolean> {
  const load = { workerId: 'worker', maxJobs: 4, taken: 0 };
  const signal = AbortSignal.timeout(30_000);
  const answer = heartbeatAnswer.parse(await askSigned(webUrl('/api/agent/heartbeat'), load, signal));
  if (answer.comparison === undefined) return false;
  const plans = new Plans({ plan: configuredPlan(), webUrl: webUrl('/') }, askSigned, () => {});
  await runComparison(answer.comparison, { plans, plan: configuredPlan(), isMoneySpent: () => false });
  return true;
}

test('the agent that sends the next heartbeat compares the draft until the office cancels', async () => {
  const draft = { ...draftOf(interviewPlan.parse({})), business: 'We sell tea.' };
  const revision = await saveDraft(0, draft);
  expect(await sendHeartbeat()).toBe(false);

  let requests = 0;
  vendor.settings.reply = (request) => {
    if (++requests === 20) void cancelComparison();
    return playRole(request);
  };
  await startComparison(revision, 'en');
  expect(await sendHeartbeat()).toBe(true);
  const comparison = await readComparison();
  expect(comparison).toMatchObject({
    revision,
    language: 'en',
    state: 'cancelled',
    progress: { planned: 48 },
  });
  expect(comparison?.progress?.finished).toBeGreaterThan(0);
  // The cancellation may come before both plans have the same number of conversations.
  for (const { draft: ours, published: theirs } of comparison?.progress?.rows ?? [])
    expect([ours.passed, theirs.passed]).toEqual([ours.finished, theirs.finished]);
  expect(comparison?.progress?.rows[0]?.manner).toBe('cooperative');
  expect(await sendHeartbeat()).toBe(false);
});

test('the office sees which vendor refused the comparison', async () => {
  const { draft } = await readAgentPage();
  vendor.settings.faults.model = 401;
  await startComparison(draft.revision, 'ru');
  expect(await sendHeartbeat()).toBe(true);
  expect(await readComparison()).toMatchObject({
    state: 'refused',
    progress: { finished: 0, refusal: { vendor: 'loopback', kind: 'key', detail: '401: loopback 401' } },
  });
});
