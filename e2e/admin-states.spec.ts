import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { newPhone } from './support/api';
import { answerLeads, deskIsReady, listRequest, openRow, sendLead, shownPhone } from './support/leads';
import { expect, test } from './support/policy.ts';
import { expectAccessible, expectAccessibleByDayAndNight } from './support/accessible.ts';
import { words } from './support/site.ts';

const recording = path.join('lib', 'server', 'audio', 'fixtures', 'two-voices.webm');

const lead = {
  _id: 'lead-1',
  phoneNumber: '+998901234567',
  createdAt: '2026-11-21T09:03:00.000Z',
  duration: 65,
  audioSize: 1_310_720,
  roomName: 'chat-1763700000000-abc',
  processingStatus: 'completed',
  hasAudio: true,
  turns: [
    { speaker: 'agent', fromS: 0.6, toS: 3.9, text: 'Ismingiz nima?' },
    { speaker: 'visitor', fromS: 4.6, toS: 6.2, text: null },
  ],
};

/** Of an answered list; the rows that the page itself brings are of other numbers. */
const card = (page: Page) => page.getByRole('article', { name: shownPhone(lead.phoneNumber) }).first();

test('a card shows everything that is known', async ({ page }) => {
  const summary = JSON.stringify({ ism: 'Aziza', kasb: '', ehtiyojlar: ['narxlar', 'shartnoma'] });
  await answerLeads(page, [{ ...lead, summary, transcription: 'Agent: Ismingiz nima?' }]);
  await page.goto('/en/admin/leads');
  const shown = card(page);
  await openRow(shown);
  await expect(shown.getByRole('heading', { name: '+998 90 123 45 67' })).toBeVisible();
  for (const text of ['Nov 21, 2026, 2:03 PM', '1:05', '1.25 MB', lead.roomName, 'completed']) {
    await expect(shown.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(shown.getByText('AI analysis')).toBeVisible();
  await expect(shown.getByRole('paragraph').filter({ hasText: 'narxlar, shartnoma' })).toBeVisible();
  await expect(shown.getByRole('definition').filter({ hasText: /^Aziza$/ })).toBeVisible();
  await expect(shown.getByRole('listitem').filter({ hasText: /^narxlar$/ })).toBeVisible();
  await expect(shown.getByText('Profession')).toBeHidden();
  await expect(shown.getByText('Goal')).toBeHidden();

  const turns = shown.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
  await expect(turns).toHaveCount(2);
  await expect(turns.first()).toContainText('Ismingiz nima?');
  await expect(turns.last()).toContainText('no text');
  await shown.getByText('Full transcription').click();
  await expect(turns.first()).toBeHidden();
});

test('statuses have their badges, and only a lead that is not processing can be processed', async ({
  page,
}) => {
  const statuses = ['pending', 'processing', 'completed', 'failed', 'archived', undefined];
  await answerLeads(
    page,
    statuses.map((processingStatus, i) => ({ ...lead, _id: `lead-${i}`, processingStatus })),
  );
  await page.goto('/en/admin/leads');
  const cards = page.getByRole('article');
  await expect(card(page)).toBeVisible();
  await expect(cards).toHaveCount(6);
  const words = ['pending', 'processing', 'completed', 'failed', 'unknown', 'unknown'];
  for (const [i, word] of words.entries()) {
    await openRow(cards.nth(i));
    await expect(cards.nth(i).getByText(word, { exact: true }).last()).toBeVisible();
    await expect(cards.nth(i).getByRole('button', { name: 'Reprocess' })).toHaveCount(
      word === 'processing' ? 0 : 1,
    );
  }
});

test('a fault, a summary in plain text, and a recording that never came', async ({ page }) => {
  const fault = { processingStatus: 'failed', processingError: 'The speech service did not answer in time.' };
  await answerLeads(page, [
    { ...lead, ...fault, summary: 'Narxlarni soʻradi.', hasAudio: false, audioSize: 0 },
  ]);
  await page.goto('/en/admin/leads');
  await openRow(card(page));
  await expect(card(page).getByText('Error: The speech service did not answer in time.')).toBeVisible();
  const summary = card(page).getByText('Narxlarni soʻradi.');
  await expect(summary).toHaveCount(2);
  await expect(summary.and(page.getByRole('paragraph'))).toBeVisible();
  await expect(card(page).getByText('No recording arrived for this call')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Download audio' })).toHaveCount(0);
});

test('fifteen rows on a screen of 900 px, and nothing lies on anything else at any width', async ({
  page,
}) => {
  const many = Array.from({ length: 16 }, (_, i) => ({
    ...lead,
    _id: `lead-${i}`,
    processingStatus: 'processing',
    nextAt: '2026-11-01T05:00:00.000Z',
    summary: JSON.stringify({ ism: 'Abdurahmon', maqsad: 'Mijozlar bilan ovozli muloqot' }),
    missed: i === 1,
    hasAudio: i !== 1,
  }));
  await answerLeads(page, many);
  for (const [width, path] of [
    [1280, '/en'],
    [1024, '/ru'],
    [768, '/ru'],
    [360, '/ru'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${path}/admin/leads`);
    await expect(card(page)).toBeVisible();
    expect([width, await card(page).evaluate(overlaps)]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (width >= 768) {
      expect((await card(page).boundingBox())?.height).toBeLessThanOrEqual(48);
      await expect(card(page).getByRole('combobox')).toBeVisible();
    }
    if (width === 1280) await expect(page.getByRole('article').nth(14)).toBeInViewport({ ratio: 0.9 });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/en/admin/leads');
  await expect(card(page)).toBeVisible();
  const missed = page.getByRole('article').nth(1);
  await openRow(missed);
  await expect(missed).toContainText('Nobody could take their call.');
  await page.getByRole('button', { name: /^Missed/ }).click();
  await expect(page).toHaveURL(/missed=yes/);
});

/** Runs in the page: what of a row's first line lies on something else by more than the room between its lines. */
function overlaps(row: Element): string[] {
  const parts = [...(row.firstElementChild?.children ?? [])].filter((part) => part.checkVisibility());
  const boxes = parts.flatMap((part) => (part.tagName === 'P' ? [...part.children] : [part]));
  return boxes.flatMap((one, i) =>
    boxes.slice(i + 1).flatMap((other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 1 && down > 6 ? `${one.textContent} | ${other.textContent}` : [];
    }),
  );
}

test('the first rows come with the page itself', async ({ request }) => {
  const phone = newPhone();
  const id = await sendLead(request, phone, await readFile(recording), 3);
  const html = await (await request.get(`/ru/admin/leads?q=${phone.slice(1)}`)).text();
  expect(html).toMatch(/<article/);
  expect(html).toContain(shownPhone(phone));
  await request.delete(`/api/leads/${id}`);
});

test('loading, then nothing', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(listRequest, async (route) => {
    await held;
    await route.fulfill({ json: { leads: [] } });
  });
  // The browser asks for what a link leads to.
  await page.goto('/en/admin/leads?auto=off&lead=01a1fbfb-789d-7305-8c79-8469695b912b');
  await expect(page.getByText('Loading leads…')).toBeVisible();
  release();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText('No leads yet')).toBeVisible();
  await expect(page.getByText('Total: 0')).toBeVisible();
});

test('a list that cannot be had, and Retry', async ({ page }) => {
  await page.route(listRequest, (route) =>
    route.fulfill({ status: 503, json: { detail: 'x', code: 'database_unavailable' } }),
  );
  await page.goto('/en/admin/leads');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch leads' });
  await expect(alert).toContainText('The database cannot be reached.');
  await page.unroute(listRequest);
  await answerLeads(page, [lead]);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page)).toBeVisible();
  await expect(alert).toBeHidden();

  const detail = '**/api/leads/lead-1';
  await page.route(detail, (route) => route.abort());
  await openRow(card(page));
  const missing = card(page).getByRole('alert');
  await expect(missing).toContainText('The details of this lead could not be loaded.');
  await page.unroute(detail);
  await missing.getByRole('button', { name: 'Retry' }).click();
  await expect(missing).toBeHidden();
});

test('the list reloads every 60 s while a lead is processing, unless that is turned off', async ({
  page,
}) => {
  let asked = 0;
  let processingStatus = 'processing';
  await page.route(listRequest, (route) => {
    asked++;
    return route.fulfill({ json: { leads: [{ ...lead, processingStatus }] } });
  });
  // Changes by other tests must not reload this list.
  await page.route('**/api/leads/events', (route) => route.abort());
  await page.clock.install();
  await page.goto('/en/admin/leads');
  await deskIsReady(page);
  await page.getByRole('button', { name: 'No recording' }).click();
  await expect(card(page)).toBeVisible();
  const before = asked;
  // Real time passes as well, on a slow machine some seconds of it.
  await page.clock.runFor(45_000);
  expect(asked).toBe(before);
  await page.clock.runFor(15_500);
  await expect.poll(() => asked).toBe(before + 1);

  const toggle = page.getByRole('button', { name: 'Auto-refresh' });
  await expect(toggle).toHaveText('Auto-refresh: ON');
  await toggle.click();
  await expect(toggle).toHaveText('Auto-refresh: OFF');
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await page.clock.runFor(180_000);
  expect(asked).toBe(before + 1);

  await toggle.click();
  await expect(toggle).toHaveText('Auto-refresh: ON');
  processingStatus = 'completed';
  await page.clock.runFor(61_000);
  await expect(card(page).getByText('processing')).toBeHidden();
});

test('the page speaks three languages', async ({ request }) => {
  for (const [path, title] of [
    ['/admin/leads', 'Murojaatlar'],
    ['/ru/admin/leads', 'Заявки'],
    ['/en/admin/leads', 'Leads'],
  ] as const)
    expect(await (await request.get(path)).text()).toMatch(new RegExp(`<h1[^>]*>${title}<`));
});

test('nothing for axe to complain about, by day and by night', async ({ page }) => {
  await answerLeads(page, [
    { ...lead, summary: '{"ism":"Aziza"}', transcription: 'Agent: salom' },
    { ...lead, _id: 'lead-2', processingStatus: 'failed', processingError: 'x', hasAudio: false },
    { ...lead, _id: 'lead-3', processingStatus: 'processing' },
  ]);
  await page.goto('/en/admin/leads');
  await openRow(card(page));
  await expectAccessibleByDayAndNight(page);
  await card(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleByDayAndNight(page);
});

test('the other pages of the office: loading, failed and tried again, by night', async ({ page }) => {
  const ru = words('ru');
  // Changes by other tests must not reload these pages.
  await page.route('**/events', (route) => route.abort());
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [name, api, title] of [
    ['live', '**/api/admin/live', 'live_title'],
    ['insights', '**/api/admin/insights?*', 'insights_title'],
    ['agent', '**/api/admin/agent', 'plan_title'],
    ['setup', '**/api/admin/setup', 'setup_title'],
  ] as const)
    await test.step(name, async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(api, async (route) => {
        await held;
        await route.fulfill({ status: 503, json: { detail: 'x', code: 'database_unavailable' } });
      });
      await page.goto(`/ru/admin/${name}`);
      await expect(page.getByRole('heading', { level: 1, name: ru[title] })).toBeVisible();
      await expect(page.getByText(ru.office_loading).first()).toBeVisible();
      release();
      const alert = page.getByRole('alert').filter({ hasText: ru.error_database_unavailable });
      await expect(alert).toBeVisible();
      await expectAccessible(page, { within: 'main' });
      await page.unroute(api);
      await alert.getByRole('button', { name: ru.leads_retry }).click();
      await expect(alert).toBeHidden();
      // By day each has a test of its own.
      await expectAccessible(page, { rules: ['color-contrast', 'link-in-text-block'] });
    });
});

test('a period without calls, and nobody who talks', async ({ page }) => {
  await page.goto('/en/admin/insights?from=2020-01-01&to=2020-01-02');
  await expect(page.getByText('No calls in this period')).toBeVisible();
  await page.route('**/api/admin/live', (route) => route.fulfill({ json: { calls: [] } }));
  await page.goto('/en/admin/live');
  await expect(page.getByText('Nobody is talking now')).toBeVisible();
  await expectAccessible(page);
});
