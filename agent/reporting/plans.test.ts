import { describe, expect, it } from 'vitest';
import { draftOf } from '../../lib/contracts/agent-plan.ts';
import { type InterviewPlan, interviewPlan } from '../../lib/contracts/interview.ts';
import { planOfVersion, publishedVersion } from '../../lib/server/plan/plan-versions.ts';
import { db } from '../../lib/server/platform/db.ts';
import { setUpEnvironment } from '../../lib/server/testing/server.ts';
import { Plans } from './plans.ts';

setUpEnvironment();

const callbackUrl = 'http://web.test';
const agentPlan = interviewPlan.parse({ version: 'file-1' });
const versionOf = (body: unknown) => (body as { version: string }).version;

/** Plans, and a fake web app that has every version and fails while `isAway`. */
function plansWithWebApp() {
  const requests: string[] = [];
  const web = { isAway: false, requests };
  const published: string[] = [];
  const plans = new Plans(
    { plan: agentPlan, webUrl: callbackUrl },
    async (url, body) => {
      if (web.isAway) throw new Error('connection refused');
      requests.push(`${url} ${versionOf(body)}`);
      const business = new URL(url).host;
      return {
        plan: { ...agentPlan, version: versionOf(body), tone: 'calm', business } satisfies InterviewPlan,
      };
    },
    ({ version }) => published.push(version),
  );
  return { web, plans, published };
}

describe('the plan of a call', () => {
  it('is the one of the agent’s own files if nothing was published', async () => {
    const { plans, web } = plansWithWebApp();
    expect(await plans.fetchForCall({ callbackUrl })).toBe(agentPlan);
    expect(web.requests).toEqual([]);
  });

  it('is the version that the dispatch names, fetched once and then served from the cache', async () => {
    const { plans, web } = plansWithWebApp();
    const [one, other] = await Promise.all([
      plans.fetchForCall({ planVersion: 'v3', callbackUrl }),
      plans.fetchForCall({ planVersion: 'v3', callbackUrl }),
    ]);
    expect(one).toMatchObject({ version: 'v3', tone: 'calm' });
    expect(other).toBe(one);
    web.isAway = true;
    expect(await plans.fetchForCall({ planVersion: 'v3', callbackUrl })).toBe(one);
    expect(web.requests).toEqual(['http://web.test/api/agent/plan v3']);
  });

  it('is the last known published one while the web app is away, or the agent’s own if none is known', async () => {
    const { plans, web, published } = plansWithWebApp();
    web.isAway = true;
    expect(await plans.fetchForCall({ planVersion: 'v4', callbackUrl })).toBe(agentPlan);
    web.isAway = false;
    plans.prepare('v4');
    await expect.poll(() => published).toEqual(['v4']);
    plans.prepare('v4');
    web.isAway = true;
    expect(await plans.fetchForCall({ planVersion: 'v5', callbackUrl })).toMatchObject({ version: 'v4' });
    expect(await plans.fetchForCall({ planVersion: 'draft-9', callbackUrl })).toMatchObject({
      version: 'v4',
    });
    web.isAway = false;
    expect(await plans.fetchForCall({ planVersion: 'v5', callbackUrl })).toMatchObject({ version: 'v5' });
    expect(published).toEqual(['v4']);
  });

  it.each(['v3', 'draft-5'])(
    'differs between deployments whose versions are both called %s',
    async (planVersion) => {
      const { plans } = plansWithWebApp();
      const preview = await plans.fetchForCall({ planVersion, callbackUrl: 'http://preview.test' });
      const production = await plans.fetchForCall({ planVersion, callbackUrl });
      expect([preview.business, production.business]).toEqual(['preview.test', 'web.test']);
    },
  );

  it('is never the plan of another deployment', async () => {
    const { plans, web, published } = plansWithWebApp();
    await plans.fetchForCall({ planVersion: 'v4', callbackUrl: 'http://preview.test' });
    plans.prepare('v4');
    await expect.poll(() => published).toEqual(['v4']);
    web.isAway = true;
    expect(await plans.fetchForCall({ planVersion: 'v5', callbackUrl })).toMatchObject({
      business: 'web.test',
    });
    expect(await plans.fetchForCall({ planVersion: 'v5', callbackUrl: 'http://preview.test' })).toBe(
      agentPlan,
    );
  });
});

it('an older version that arrives late does not replace a newer one', async () => {
  const answers = new Map<string, () => void>();
  const plans = new Plans(
    { plan: agentPlan, webUrl: callbackUrl },
    (_url, body) =>
      new Promise((resolve) => {
        const version = versionOf(body);
        answers.set(version, () => resolve({ plan: { ...agentPlan, version } }));
      }),
    () => undefined,
  );
  plans.prepare('v1');
  plans.prepare('v2');
  await expect.poll(() => answers.size).toBe(2);
  answers.get('v2')?.();
  await expect.poll(() => plans.current.version).toBe('v2');
  answers.get('v1')?.();
  await plans.fetchForCall({ planVersion: 'v1', callbackUrl });
  expect(plans.current.version).toBe('v2');
});

it('the plan of a call is the new version 4 if a restored backup has lost the first version 4', async () => {
  const publish = async (number: number, business: string) => {
    await db().planVersion.create({
      data: { number, plan: draftOf({ ...agentPlan, business }), author: 'Aziza' },
    });
    return (await publishedVersion()) ?? '';
  };
  const plans = new Plans(
    { plan: agentPlan, webUrl: callbackUrl },
    async (_url, body) => ({ plan: await planOfVersion(versionOf(body)) }),
    () => undefined,
  );
  const lost = await publish(4, 'We sold carpets.');
  plans.prepare(lost);
  await expect.poll(() => plans.current.business).toBe('We sold carpets.');
  await db().planVersion.deleteMany();
  const planVersion = await publish(4, 'We sell tea.');
  plans.prepare(planVersion);
  await expect.poll(() => plans.current.business).toBe('We sell tea.');
  expect(await plans.fetchForCall({ planVersion, callbackUrl })).toMatchObject({ business: 'We sell tea.' });
  await expect(planOfVersion(lost)).rejects.toMatchObject({ code: 'not_found' });
  await db().planVersion.deleteMany();
});
