import { type APIRequestContext, type Page, expect } from '@playwright/test';
import { playRole } from '../agent/testing/evaluation-roles.ts';
import type { ChatRequest, StagedReply } from '../agent/testing/loopback-vendor.ts';
import { draftOf } from '../lib/contracts/agent-plan.ts';
import { interviewPlan } from '../lib/contracts/interview.ts';
import { expectAccessibleByDayAndNight } from './support/accessible.ts';
import { test } from './support/product-in-conversation.ts';

const api = '/api/admin/agent';
const faq = [{ question: 'How much is delivery?', answer: 'Delivery costs 40 000 soums.' }];

/** Answers a question about delivery if the plan has the price. Else plays its role in the comparison: agent, visitor or judge. */
function modelReply(request: ChatRequest): StagedReply {
  const question = JSON.stringify(request.messages.at(-1)?.content ?? '');
  const isKnown = JSON.stringify(request.messages[0]).includes('40 000 soums');
  return isKnown && question.includes('delivery')
    ? { text: 'It costs forty thousand soums.' }
    : playRole(request);
}

async function saveDraft(request: APIRequestContext): Promise<void> {
  const { draft } = await (await request.get(api)).json();
  const plan = { ...draftOf(interviewPlan.parse({})), faq };
  const answer = await request.patch(api, { data: { revision: draft.revision, plan } });
  expect(answer.status()).toBe(200);
}

const panel = (page: Page) => page.getByRole('region', { name: 'Compare with the published one' });
const status = (page: Page) => panel(page).getByRole('status');

test.beforeEach(async ({ request, vendor, page }) => {
  vendor.settings.reply = modelReply;
  vendor.settings.firstTokenMs = 1;
  vendor.settings.tokensPerS = 5_000;
  await saveDraft(request);
  await page.goto('/en/admin/agent');
  await page.getByRole('button', { name: 'Compare with the published one' }).press('Enter');
  await expect(panel(page)).toContainText('at most 1000 requests');
});

test.afterEach(async ({ request, vendor }) => {
  vendor.settings.faults = {};
  await request.delete(`${api}/comparison`);
  const { draft } = await (await request.get(api)).json();
  await request.delete(api, { data: { revision: draft.revision } });
});

test('by keyboard: the owner compares the draft with the published plan, stops, and sees the finished rows', async ({
  page,
}) => {
  await panel(page).getByRole('button', { name: 'Compare', exact: true }).press('Enter');
  await expect(panel(page).getByRole('progressbar')).toBeVisible();
  const knownQuestion = panel(page).getByRole('row', { name: 'How much is delivery?' });
  await expect(knownQuestion).toContainText('a known answer was not given');
  await expect(panel(page)).toContainText('Better: 1. Worse: 0.');
  await expect(knownQuestion.getByRole('cell', { name: 'Better' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(status(page)).toHaveText('The comparison was stopped.');
  await expect(knownQuestion).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Compare', exact: true })).toBeFocused();
  await expectAccessibleByDayAndNight(page);

  // A reloaded page shows the comparison again, and says so if the draft has changed since.
  await page.reload();
  await page.getByRole('button', { name: 'Compare with the published one' }).press('Enter');
  await expect(knownQuestion).toBeVisible();
  await page.getByRole('textbox', { name: 'The business' }).fill('We deliver.');
  await expect(panel(page)).toContainText('You have changed the draft since this comparison.');
});

test('if the vendor refuses the key, the status names the model and the reason', async ({ page, vendor }) => {
  vendor.settings.faults.model = 401;
  await panel(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(status(page)).toHaveText(
    'A vendor doesn’t answer. loopback: the key is refused (401: loopback 401).',
  );
});
