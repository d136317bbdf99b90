import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { db } from '../platform/db.ts';
import { health } from './health.ts';
import { metricsText } from './metrics.ts';
import { modelEndings } from './model-endings.ts';
import { setupStates } from './setup.ts';
import { boss } from '../platform/queue.ts';

setUpEnvironment({
  ...testKeys,
  LLM_MODEL: 'gpt-4o-mini',
  STT_PROVIDER: 'openai',
  TTS_PROVIDER: 'openai',
  OPENAI_API_KEY: 'the key',
});

const dayMs = 86_400_000;
const nowMs = Date.now();
const inDays = (days: number) => new Date(nowMs + days * dayMs).toISOString().slice(0, 10);
const listRequests: { url: string | undefined; key: string | undefined }[] = [];
let stop: () => void;

beforeAll(async () => {
  const ends = { 'gpt-4o-mini-tts': inDays(44), 'gpt-4o-mini': inDays(52), 'of others': inDays(1) };
  const data = [
    ...Object.entries(ends).map(([id, shutdown_date]) => ({ id, shutdown_date })),
    { id: 'gpt-transcribe', shutdown_date: null },
    { id: 'gpt-6-luna' },
  ];
  const first = await startLoopbackServer((request, response) => {
    listRequests.push({ url: request.url, key: request.headers.authorization });
    response.end(JSON.stringify({ object: 'list', data }));
  });
  const failing = await startLoopbackServer((_request, response) => response.writeHead(404).end());
  stop = () => [first, failing].forEach((each) => each.stop());
  const fallback = { model: 'qwen', baseUrl: `${failing.url}/v1` };
  Object.assign(process.env, {
    OPENAI_BASE_URL: `${first.url}/v1`,
    LLM_FALLBACKS: JSON.stringify([fallback, { model: 'gpt-6-luna' }]),
  });
});
afterAll(() => stop());

test('a configured model that its vendor retires is shown with the date, the earliest first', async () => {
  const endings = [
    { part: 'synthesis', model: 'gpt-4o-mini-tts', endsOn: inDays(44) },
    { part: 'language_model', model: 'gpt-4o-mini', endsOn: inDays(52) },
  ];
  expect(await modelEndings()).toEqual(endings);
  expect(listRequests).toEqual([{ url: '/v1/models', key: 'Bearer the key' }]);
  const { parts } = await setupStates();
  expect(parts.flatMap((part) => part.endings)).toEqual(endings);
});

test('health names a retiring model, and the metrics count its remaining days', async () => {
  await boss();
  await db().agentWorker.create({ data: { id: 'AW_1', maxJobs: 1, taken: 0, seenAt: new Date() } });
  const agentDetail = async () => (await health()).parts.agent.detail;
  await expect.poll(agentDetail).toContain(`gpt-4o-mini ends on ${inDays(52)}.`);
  expect(await metricsText()).toMatch(
    /ovoz_model_days_left\{part="synthesis",model="gpt-4o-mini-tts"\} 4[34]\n/,
  );
  expect(listRequests).toHaveLength(1);
});
