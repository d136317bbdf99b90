import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type PlanDraft, draftOf } from '../../contracts/agent-plan.ts';
import { interviewPlan } from '../../contracts/interview.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { createRoomName } from '../../contracts/room.ts';
import { assignCallToWorker } from '../calls/claim.ts';
import { recordEvents } from '../calls/events.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import { openCall } from '../calls/open.ts';
import { planOfCall, planOfVersion, publishedVersion } from '../plan/plan-versions.ts';
import { leadOfCall } from '../leads/call-leads.ts';
import { db } from '../platform/db.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import {
  discardDraft,
  publishDraft,
  readAgentPage,
  readVersion,
  restoreVersion,
  saveDraft,
  saveTrialVersion,
} from './agent-plan.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ovoz-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'plan.json');
writeFileSync(file, JSON.stringify({ business: 'We sell everything.' }));
setUpEnvironment({ AGENT_PLAN_FILE: file });

const filePlan = draftOf(interviewPlan.parse({ business: 'We sell everything.' }));
const draftSelling = (what: string): PlanDraft => ({ ...filePlan, business: `We sell ${what}.` });
const publication = { author: 'Aziza', note: '' };

beforeEach(async () => {
  await db().planVersion.deleteMany();
  await db().planDraft.deleteMany();
  await db().planTrial.deleteMany();
});

async function publish(what: string): Promise<number> {
  const { draft } = await readAgentPage();
  const revision = await saveDraft(draft.revision, draftSelling(what));
  return (await publishDraft(revision, publication)).number;
}

test('before anything is published the page shows the plan of AGENT_PLAN_FILE', async () => {
  const page = await readAgentPage();
  expect(page).toMatchObject({ engine: 'script', versions: [], draft: { revision: 0, plan: null } });
  expect(page.published).toEqual({ version: expect.stringMatching(/^file-/), plan: filePlan });
  expect(page.builtIn.topics.name?.ask.en).toBe('What’s your name?');
  expect(page.builtIn.topics.name?.thanks.ru).toBe(messagesOf.ru.agent_thanks_name);
  expect(page.builtIn.greeting.uz).toBe(messagesOf.uz.agent_greeting);
  expect(await publishedVersion()).toBeUndefined();
});

test('the database holds one draft at most', async () => {
  await saveDraft(0, filePlan);
  await expect(db().planDraft.create({ data: { id: 2 } })).rejects.toThrow(/PlanDraft_one_row/);
});

test('a draft is saved as it is, complete or not, and changes no call', async () => {
  const unfinished = { ...filePlan, business: '', topics: [] };
  const revision = await saveDraft(0, unfinished);
  expect((await readAgentPage()).draft).toMatchObject({ revision, plan: unfinished });
  expect(await publishedVersion()).toBeUndefined();
  await expect(publishDraft(revision, publication)).rejects.toThrow(/business/);
  await expect(saveTrialVersion(revision)).rejects.toThrow(/business/);
  expect((await readAgentPage()).draft.plan).toEqual(unfinished);
});

test('one of several simultaneous changes of a draft counts, and the others get a conflict', async () => {
  const first = await saveDraft(0, draftSelling('carpets'));
  const answers = await Promise.allSettled([
    saveDraft(first, draftSelling('tea')),
    saveDraft(first, draftSelling('silk')),
    discardDraft(first),
    publishDraft(first, publication),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ code: 'draft_changed', status: 409 });
  await expect(saveDraft(first, draftSelling('pots'))).rejects.toMatchObject({ code: 'draft_changed' });
});

describe('a published version', () => {
  test('applies to new calls; earlier calls keep their version', async () => {
    await publish('carpets');
    const first = (await publishedVersion()) ?? '';
    expect(first).toMatch(/^v1-/);
    await publish('tea');
    expect(await publishedVersion()).toMatch(/^v2-/);
    expect(await planOfVersion(first)).toMatchObject({ version: first, business: 'We sell carpets.' });
    expect(await planOfCall('v1')).toMatchObject({ business: 'We sell carpets.' });
    expect(await planOfCall('file-gone')).toBe(configuredPlan());
    expect((await readAgentPage()).draft.plan).toBeNull();
  });

  test('can be restored as the next version', async () => {
    await publish('carpets');
    await publish('tea');
    const { draft } = await readAgentPage();
    await saveDraft(draft.revision, draftSelling('silk'));
    expect(await restoreVersion(1, 'Botir')).toBe(3);
    const page = await readAgentPage();
    expect(page.base).toEqual(filePlan);
    expect(page.published).toEqual({ version: 'v3', plan: draftSelling('carpets') });
    expect(page.draft.plan).toEqual(draftSelling('silk'));
    expect(page.versions.map(({ number, author, restores }) => [number, author, restores])).toEqual([
      [3, 'Botir', 1],
      [2, 'Aziza', null],
      [1, 'Aziza', null],
    ]);
    await expect(readVersion(9)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that is restored is shown, if what was typed into the draft was removed again', async () => {
    await publish('carpets');
    await publish('tea');
    const { draft } = await readAgentPage();
    const untyped = { ...draftSelling('tea'), greeting: { uz: '' } };
    await saveDraft(draft.revision, untyped);
    await restoreVersion(1, 'Botir');
    const page = await readAgentPage();
    expect(page.published.plan).toEqual(draftSelling('carpets'));
    expect(page.draft.plan).toBeNull();
  });

  test('has a unique number even if several people publish at once', async () => {
    await publish('carpets');
    await Promise.all([restoreVersion(1, 'A'), restoreVersion(1, 'B'), publish('tea')]);
    expect((await readAgentPage()).versions.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });
});

test('a trial uses the draft as it was then, and makes no lead and no cooldown', async () => {
  const revision = await saveDraft(0, draftSelling('carpets'));
  const version = (await saveTrialVersion(revision)) ?? '';
  expect(version).toMatch(/^draft-1-/);
  await saveDraft(revision, draftSelling('tea'));
  expect(await planOfVersion(version)).toMatchObject({ version, business: 'We sell carpets.' });
  await expect(saveTrialVersion(revision)).rejects.toMatchObject({ code: 'draft_changed' });

  const visitor = { ...newVisitor(), phone: null, termsVersion: null };
  const room = createRoomName();
  await openCall({ ...visitor, room, trial: true });
  await assignCallToWorker({ room, jobId: 'AJ_1', workerId: 'AW_1' });
  const nowMs = Date.now();
  await recordEvents(room, [
    { type: 'started', atMs: nowMs, planVersion: version },
    turn(0, nowMs, { speaker: 'visitor', text: 'Salom' }),
    turn(1, nowMs, { speaker: 'visitor', text: 'Nodira' }),
    { type: 'answer', index: 0, topic: 'name', field: 'ism', value: 'Nodira' },
    { type: 'phone_corrected', index: 1, phone: '+998901112233' },
    { type: 'ended', atMs: nowMs, reason: 'agent_closed' },
  ]);
  expect(await leadOfCall(db(), room)).toBeNull();
  const next = { ...visitor, room: createRoomName() };
  await expect(openCall(next)).resolves.toMatchObject({ claimed: false });
  const trial = { ...next, room: createRoomName(), trial: true };
  await expect(openCall(trial)).resolves.toMatchObject({ claimed: false });
});
