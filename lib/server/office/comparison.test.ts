import { beforeEach, expect, test } from 'vitest';
import { draftOf } from '../../contracts/agent-plan.ts';
import type { ComparisonProgress } from '../../contracts/evaluation.ts';
import { interviewPlan } from '../../contracts/interview.ts';
import { db } from '../platform/db.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { publishDraft, saveDraft } from './agent-plan.ts';
import {
  cancelComparison,
  readComparison,
  saveComparisonProgress,
  startComparison,
  claimComparison,
} from './comparison.ts';

setUpEnvironment({ LLM_MODEL: 'm', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', STT_PROVIDER: 'openai' });

const builtInDraft = draftOf(interviewPlan.parse({}));
const progress: ComparisonProgress = { finished: 1, planned: 48, requests: 7, rows: [] };

beforeEach(async () => {
  await db().planComparison.deleteMany();
  await db().planVersion.deleteMany();
  await db().planDraft.deleteMany();
  await db().planTrial.deleteMany();
});

const saveTeaDraft = () => saveDraft(0, { ...builtInDraft, business: 'We sell tea.' });

test('a draft is compared with the published plan, by one worker only', async () => {
  const revision = await saveTeaDraft();
  await startComparison(revision, 'ru');
  expect(await readComparison()).toEqual({ revision, language: 'ru', state: 'waiting', progress: undefined });
  const [first, second] = await Promise.all([claimComparison('a'), claimComparison('b')]);
  const task = first ?? second;
  expect([first, second].filter((each) => each !== undefined)).toHaveLength(1);
  expect(task).toMatchObject({
    draft: expect.stringMatching(/^draft-1-/),
    published: undefined,
    language: 'ru',
  });
  expect(await saveComparisonProgress(task?.id ?? '', progress)).toBe(true);
  expect(await readComparison()).toMatchObject({ state: 'running', progress });
  expect(await saveComparisonProgress(task?.id ?? '', { ...progress, end: 'finished' })).toBe(true);
  expect(await readComparison()).toMatchObject({ state: 'finished' });
});

test('progress in the shape of an earlier release is not read', async () => {
  await startComparison(await saveTeaDraft(), 'ru');
  const task = await claimComparison('a');
  const { finished, ...rest } = progress;
  await db().planComparison.update({
    where: { id: task?.id },
    data: { progress: { ...rest, held: finished } },
  });
  expect(await readComparison()).toMatchObject({ state: 'running', progress: undefined });
});

test('a comparison names the published version', async () => {
  const { number, revision } = await publishDraft(await saveTeaDraft(), { author: 'Aziza', note: '' });
  const next = await saveDraft(revision, { ...builtInDraft, business: 'We sell silk.' });
  await startComparison(next, 'uz');
  expect(await claimComparison('a')).toMatchObject({
    draft: expect.stringContaining(`draft-${next}-`),
    published: expect.stringContaining(`v${number}-`),
  });
});

test('a cancelled or replaced comparison does not continue', async () => {
  const revision = await saveTeaDraft();
  await startComparison(revision, 'uz');
  const cancelled = await claimComparison('a');
  await cancelComparison();
  expect(await saveComparisonProgress(cancelled?.id ?? '', progress)).toBe(false);
  expect(await readComparison()).toMatchObject({ state: 'cancelled' });
  await startComparison(revision, 'uz');
  const replaced = await claimComparison('a');
  await startComparison(revision, 'en');
  expect(await saveComparisonProgress(replaced?.id ?? '', progress)).toBe(false);
  expect(await readComparison()).toMatchObject({ state: 'waiting', language: 'en' });
});

test('a comparison that is cancelled before it begins does not begin', async () => {
  await startComparison(await saveTeaDraft(), 'uz');
  await cancelComparison();
  expect(await claimComparison('a')).toBeUndefined();
});

test('a comparison without progress for more than five minutes is shown as lost', async () => {
  await startComparison(await saveTeaDraft(), 'uz');
  await claimComparison('a');
  await db().$executeRaw`UPDATE "PlanComparison" SET "updatedAt" = now() - interval '10 minutes'`;
  expect(await readComparison()).toMatchObject({ state: 'lost' });
});

test('without a draft, or with an incomplete one, there is nothing to compare', async () => {
  await expect(startComparison(0, 'uz')).rejects.toMatchObject({ code: 'not_found' });
  const revision = await saveDraft(0, { ...builtInDraft, business: '' });
  await expect(startComparison(revision, 'uz')).rejects.toThrow(/business/);
  await expect(startComparison(revision + 1, 'uz')).rejects.toMatchObject({ code: 'draft_changed' });
  expect(await readComparison()).toBeNull();
});
