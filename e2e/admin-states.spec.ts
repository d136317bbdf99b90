import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatPhone } from '../lib/phone.ts';
import { newPhone } from './support/api';
import { openRow, sendLead } from './support/leads';
import { expect, test } from './support/page-faults.ts';
import { expectAccessible, expectAccessibleByDayAndNight } from './support/accessible.ts';
import { insertPastCalls } from './support/past-calls.ts';
import { words } from './support/site.ts';

const recording = path.join('lib', 'server', 'audio', 'fixtures', 'two-voices.webm');

/** A lead of a real recording, deleted at the end. */
const it = test.extend<{ lead: { id: string; phone: string } }>({
  lead: async ({ request }, provide) => {
    const phone = newPhone();
    const id = await sendLead(request, phone, await readFile(recording), 3);
    await provide({ id, phone });
    await request.delete(`/api/leads/${id}`);
  },
});

it('the HTML of the desk contains the first rows, in its language', async ({ request, lead }) => {
  for (const [prefix, title] of [
    ['', 'Murojaatlar'],
    ['/ru', 'Заявки'],
    ['/en', 'Leads'],
  ] as const) {
    const html = await (await request.get(`${prefix}/admin/leads?q=${lead.phone.slice(1)}`)).text();
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}<`));
    expect(html).toMatch(/<article/);
    expect(html).toContain(formatPhone(lead.phone));
  }
});

it('the desk reports a list or a lead that failed to load, and Retry loads it', async ({ page, lead }) => {
  await page.goto('/en/admin/leads?auto=off');
  const card = page.getByRole('article', { name: formatPhone(lead.phone) });
  await expect(card).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('searchbox', { name: 'Search' }).fill(formatPhone(lead.phone));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch leads' });
  await expect(alert).toBeVisible();
  await page.context().setOffline(false);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toBeHidden();
  await expect(card).toBeVisible();

  await page.context().setOffline(true);
  await openRow(card);
  const loadError = card.getByRole('alert');
  await expect(loadError).toContainText('The details of this lead could not be loaded.');
  await page.context().setOffline(false);
  await loadError.getByRole('button', { name: 'Retry' }).click();
  await expect(loadError).toBeHidden();
});

it('axe finds nothing in an open lead and in its delete dialog', async ({ page, lead }) => {
  await page.goto(`/en/admin/leads?lead=${lead.id}`);
  const card = page.getByRole('article', { name: formatPhone(lead.phone) });
  await openRow(card);
  await expectAccessibleByDayAndNight(page);
  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleByDayAndNight(page);
});

test('axe finds nothing in a conversation with its tools, on a desktop and on a phone', async ({ page }) => {
  const { ids, remove } = await insertPastCalls([
    { day: '2025-03-07', end: 'agent_closed', lastTopic: 'goal' },
  ]);
  try {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/en/admin/leads?auto=off&lead=${ids[0]}`);
      await expect(page.getByRole('link', { name: 'Download the conversation as SRT' })).toBeVisible();
      await expectAccessible(page);
    }
  } finally {
    await remove();
  }
});

test('each other page of the office reports that it failed to load, and Retry loads it', async ({ page }) => {
  const ru = words('ru');
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [name, api, title] of [
    ['live', '**/api/admin/live', 'live_title'],
    ['insights', '**/api/admin/insights?*', 'insights_title'],
    ['agent', '**/api/admin/agent', 'plan_title'],
    ['setup', '**/api/admin/setup', 'setup_title'],
  ] as const)
    await test.step(name, async () => {
      await page.route(api, (route) => route.abort());
      await page.goto(`/ru/admin/${name}`);
      await expect(page.getByRole('heading', { level: 1, name: ru[title] })).toBeVisible();
      const alert = page
        .getByRole('alert')
        .filter({ has: page.getByRole('button', { name: ru.leads_retry }) });
      await expect(alert).toBeVisible();
      await expectAccessible(page, { within: 'main' });
      await page.unroute(api);
      // An event may refetch the page before the press.
      const retry = alert.getByRole('button', { name: ru.leads_retry });
      await expect(async () => {
        if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
        await expect(alert).toBeHidden({ timeout: 1_000 });
      }).toPass();
      // Other tests cover the light theme.
      await expectAccessible(page, { rules: ['color-contrast', 'link-in-text-block'] });
    });
});

test('the insights say that a period has no calls', async ({ page }) => {
  await page.goto('/en/admin/insights?from=2020-01-01&to=2020-01-02');
  await expect(page.getByText('No calls in this period')).toBeVisible();
});
