import { randomUUID } from 'node:crypto';
import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ComparisonProgress, comparisonProgress } from '../../lib/contracts/evaluation.ts';
import { type InterviewPlan, interviewPlan } from '../../lib/contracts/interview.ts';
import { playRole } from '../testing/evaluation-roles.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { fourTopics } from '../testing/plan.ts';
import { type ComparisonHost, comparePlans } from './compare.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const faq = [{ question: 'How much is delivery?', answer: 'Delivery costs 40 000 soums.' }];
const plans: Record<string, InterviewPlan> = {
  v1: fourTopics,
  'draft-2': interviewPlan.parse({ ...fourTopics, faq }),
};
const task = { id: randomUUID(), draft: 'draft-2', published: 'v1', language: 'en' as const };

/** Compares with a loopback vendor whose agent answers from the prompt's FAQ. */
async function compareWithLoopback(
  host: Partial<ComparisonHost> = {},
  model = 'm',
): Promise<ComparisonProgress[]> {
  const vendor = await new LoopbackVendor({
    firstTokenMs: 0,
    tokensPerS: 10_000,
    reply: (request) => {
      const question = JSON.stringify(request.messages.at(-1)?.content ?? '');
      const isKnown = JSON.stringify(request.messages[0]).includes('40 000 soums');
      if (isKnown && question.includes('delivery')) return { text: 'It costs forty thousand soums.' };
      return playRole(request);
    },
  }).start();
  onTestFinished(() => vendor.close());
  const reports: ComparisonProgress[] = [];
  await comparePlans(task, {
    vendors: [{ model, baseUrl: vendor.url }],
    evaluator: undefined,
    planOf: async (version) => {
      const plan = plans[version ?? ''];
      if (plan === undefined) throw new Error('no such version');
      return plan;
    },
    isMoneySpent: () => false,
    report: async (progress) => reports.push(comparisonProgress.parse(progress)) > 0,
    ...host,
  });
  return reports;
}

describe('a comparison of a draft with the published plan', () => {
  test('holds three conversations of each visitor with each plan, and shows the effect of added knowledge', async () => {
    const reports = await compareWithLoopback();
    const last = reports.at(-1);
    expect(last).toMatchObject({ finished: 54, planned: 54, end: 'finished', refusal: undefined });
    expect(last?.rows.map(({ manner }) => manner).sort()).toEqual(
      [
        'asks_back',
        'asks_what_is_known',
        'cooperative',
        'corrects',
        'injection',
        'off_topic',
        'one_breath',
        'refuses_recording',
        'wants_person',
      ].sort(),
    );
    expect(last?.rows.find(({ manner }) => manner === 'cooperative')).toMatchObject({
      published: { finished: 3, passed: 3, failed: [] },
      draft: { finished: 3, passed: 3, failed: [] },
    });
    expect(last?.rows.find(({ manner }) => manner === 'asks_what_is_known')).toMatchObject({
      question: 'How much is delivery?',
      published: { finished: 3, passed: 0, failed: [{ name: 'known_answer', times: 3 }] },
      draft: { finished: 3, passed: 3, failed: [] },
    });
    expect(reports.map(({ finished }) => finished)).toEqual([
      0,
      ...Array.from({ length: 54 }, (_, at) => at + 1),
      54,
    ]);
    expect(last?.requests).toBeGreaterThan(54);
  });

  test('ends soon after it was cancelled', async () => {
    let count = 0;
    const reports: number[] = [];
    await compareWithLoopback({
      report: async ({ finished }) => {
        reports.push(finished);
        return ++count < 4;
      },
    });
    expect(Math.max(...reports)).toBeLessThan(7);
  });

  test('ends once the budget of the day is spent', async () => {
    let requestCount = 0;
    const reports = await compareWithLoopback({ isMoneySpent: () => ++requestCount > 3 });
    expect(reports.at(-1)).toMatchObject({ end: 'limit' });
    expect(reports.at(-1)?.finished).toBeLessThan(6);
  });

  test('does not begin if the vendor refuses, and reports why', async () => {
    const reports = await compareWithLoopback({}, 'm:401');
    expect(reports).toEqual([
      {
        finished: 0,
        planned: 54,
        requests: 0,
        rows: [],
        end: 'refused',
        refusal: { part: 'language_model', vendor: 'm:401', kind: 'key', detail: '401: loopback 401' },
      },
    ]);
  });

  test('fails if its plan cannot be fetched, instead of using another one', async () => {
    const reports = await compareWithLoopback({
      planOf: async () => {
        throw new Error('not there');
      },
    });
    expect(reports).toMatchObject([{ end: 'failed', finished: 0 }]);
  });
});
