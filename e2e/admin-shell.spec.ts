import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Request } from '@playwright/test';
import { formatPhone } from '../lib/phone.ts';
import { newPhone } from './support/api';
import { untilDeskReady, sendLead } from './support/leads';
import { insertPastCalls } from './support/past-calls.ts';
import { expect, test } from './support/page-faults.ts';
import { words } from './support/site.ts';

const recording = path.join('lib', 'server', 'audio', 'fixtures', 'two-voices.webm');
const en = words('en');

/** A day without leads of other tests. */
const day = '2025-03-10';
/** More leads than fit a window. */
const manyCalls = Array.from({ length: 30 }, () => ({ day, end: 'agent_closed' as const }));

test('the office has nothing of the visitors’ pages, and its tabs, search and views stay visible', async ({
  page,
}) => {
  const { remove } = await insertPastCalls(manyCalls);
  try {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/en/admin/leads?auto=off');
      await untilDeskReady(page);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      await expect(page.getByRole('button', { name: en.help_open })).toHaveCount(0);
      await expect(page.getByRole('button', { name: en.hero_call })).toHaveCount(0);
      await page.mouse.move(width / 2, 500);
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      const tabs = page.getByRole('navigation', { name: 'Office pages' });
      await expect(tabs.getByRole('link', { name: 'Leads' })).toBeInViewport({ ratio: 0.9 });
      await expect(page.getByRole('searchbox', { name: 'Search' })).toBeInViewport({ ratio: 1 });
      if (width === 1280)
        await expect(page.getByRole('button', { name: /^All\s*[\d,]+$/ })).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  } finally {
    await remove();
  }
});

test('a row reached by keys is not covered by the bars', async ({ page }) => {
  const { remove } = await insertPastCalls(manyCalls);
  try {
    for (const width of [800, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/en/admin/leads?auto=off&from=${day}&to=${day}`);
      await untilDeskReady(page);
      const rows = page.getByRole('article');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // The rows below the first screen are drawn after the first paint.
      await expect(rows.nth(20)).toBeAttached();
      for (let i = 0; i < 20; i++) await page.keyboard.press('j');
      for (let i = 0; i < 12; i++) await page.keyboard.press('k');
      const row = rows.nth(7);
      await expect(row).toBeFocused();
      const views = page.getByRole('navigation', { name: 'Views' });
      const bar = await views.boundingBox();
      const top = (await row.boundingBox())?.y ?? 0;
      expect(top).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    }
  } finally {
    await remove();
  }
});

test('from 1100 px the bars cover no open lead, also with the filters open', async ({ page }) => {
  const { remove } = await insertPastCalls(manyCalls);
  try {
    for (const width of [1100, 1280, 1920]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/ru/admin/leads?auto=off&from=${day}&to=${day}`);
      const ru = words('ru');
      const views = page.getByRole('navigation', { name: ru.leads_views });
      await expect(
        views.getByRole('button', { name: new RegExp(`^${ru.leads_view_all}\\s*\\d`) }),
      ).toBeVisible();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: ru.leads_filters }).click();
      await page.mouse.move(300, 600);
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      const boxOf = async (target: Locator) => (await target.boundingBox()) ?? { y: 0, height: 0 };
      const bar = await boxOf(views);
      const close = page.getByRole('button', { name: ru.leads_close });
      expect((await boxOf(close)).y).toBeGreaterThanOrEqual(bar.y + bar.height);
      await expect(close).toBeInViewport({ ratio: 1 });
      // The title of the page is on the line of the search.
      const [title, search] = [page.getByRole('heading', { level: 1 }), page.getByRole('searchbox')];
      const searchBox = await boxOf(search);
      const middle = (await boxOf(title)).y + (await boxOf(title)).height / 2;
      expect(middle).toBeGreaterThan(searchBox.y);
      expect(middle).toBeLessThan(searchBox.y + searchBox.height);
    }
  } finally {
    await remove();
  }
});

test('the pages of the office change without waiting for the server', async ({ page }) => {
  const requested: string[] = [];
  const answered: string[] = [];
  const fetchedPages = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    return searchParams.has('_rsc') ? [pathname.split('/').at(-1) ?? ''] : [];
  };
  page.on('request', (request) => requested.push(...fetchedPages(request)));
  page.on('requestfinished', (request) => answered.push(...fetchedPages(request)));
  page.on('requestfailed', (request) => answered.push(...fetchedPages(request)));
  await page.goto('/en/admin/leads?auto=off');
  await untilDeskReady(page);
  await test.step('they are fetched ahead', async () => {
    let answersBefore = 0;
    await expect
      .poll(() => {
        const isQuiet = answered.length === requested.length && answered.length === answersBefore;
        answersBefore = answered.length;
        return isQuiet && [...new Set(answered)].sort();
      })
      .toEqual(expect.arrayContaining(['agent', 'insights', 'live', 'setup']));
  });
  await page.route(/[?&]_rsc=/, () => undefined);
  const tabs = page.getByRole('navigation', { name: 'Office pages' });
  for (const [tab, title] of [
    ['Live', en.live_title],
    ['Insights', en.insights_title],
    ['Agent', en.plan_title],
    ['Set-up', en.setup_title],
    ['Leads', en.leads_title],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click();
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }
});

test('after a step back the tab of the shown page is marked, and the page does not stay faded', async ({
  page,
}) => {
  await page.goto('/en/admin/leads?auto=off');
  await untilDeskReady(page);
  const tabs = page.getByRole('navigation', { name: en.office_nav });
  await tabs.getByRole('link', { name: 'Live' }).click();
  await expect(page.getByRole('heading', { level: 1, name: en.live_title })).toBeVisible();
  await page.goBack();
  await expect(tabs.getByRole('link', { name: 'Leads' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main')).toHaveCSS('opacity', '1');
});

test('an office without leads has three first steps, each done on the spot', async ({ page, request }) => {
  const phone = newPhone();
  const id = await sendLead(request, phone, await readFile(recording), 3);
  const posts: unknown[] = [];
  const voice = {
    id: 'piper-en',
    kind: 'voice',
    languages: ['en'],
    name: 'Piper',
    totalBytes: 63_000_000,
    doneBytes: 0,
  };
  try {
    await page.route('**/api/admin/models', async (route) => {
      const posted: unknown = route.request().postDataJSON();
      if (posted !== null) posts.push(posted);
      const state = posts.length > 0 ? 'fetching' : 'absent';
      await route.fulfill(posted === null ? { json: { models: [{ ...voice, state }] } } : { status: 204 });
    });
    await page.route('**/api/admin/model-servers', async (route) => {
      const posted: unknown = route.request().postDataJSON();
      if (posted !== null) posts.push(posted);
      const serverList = { servers: [{ port: 11_434, program: 'Ollama', models: ['qwen3:4b'] }] };
      const tried = { model: 'qwen3:4b', lacksTools: false, reasoning: {} };
      const used = posts.length > 1 ? { port: 11_434, model: 'qwen3:4b' } : undefined;
      await route.fulfill({ json: posted === null ? { ...serverList, used } : { tried } });
    });
    await page.goto(`/en/admin/leads?auto=off`);
    await untilDeskReady(page);
    // The office has leads of other tests. From now on it seems empty.
    await page.route(/\/api\/leads(\?|$)/, (route) => route.fulfill({ json: { leads: [], total: 0 } }));
    const row = page.getByRole('article', { name: formatPhone(phone) });
    await row.getByRole('combobox', { name: 'Mark' }).selectOption('called');

    const steps = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    await expect(steps).toHaveCount(3);
    await expect(steps.nth(0).getByRole('link', { name: 'Open the site' })).toHaveAttribute('href', '/en');
    await steps.nth(1).getByRole('button', { name: 'Download the voice (63 MB)' }).click();
    await expect(steps.nth(1).getByRole('progressbar')).toBeVisible();
    await steps.nth(1).getByRole('button', { name: 'Use qwen3:4b' }).click();
    await expect(steps.nth(1)).toContainText('qwen3:4b answers.');
    expect(posts).toEqual([{ id: 'piper-en' }, { port: 11_434, model: 'qwen3:4b', language: 'en' }]);
    await expect(steps.nth(2).getByRole('button', { name: 'Notify of new leads' })).toBeVisible();
    await steps.nth(2).getByText('Telegram', { exact: true }).click();
    await expect(steps.nth(2)).toContainText('@BotFather');
  } finally {
    await request.delete(`/api/leads/${id}`);
  }
});

test('a lead that came while the office was closed is marked as new', async ({ page, request }) => {
  const audio = await readFile(recording);
  const [earlierPhone, laterPhone] = [newPhone(), newPhone()];
  const ids = [await sendLead(request, earlierPhone, audio, 3)];
  try {
    await page.goto('/en/admin/leads?auto=off');
    await untilDeskReady(page);
    const row = (phone: string) => page.getByRole('article', { name: formatPhone(phone) });
    await expect(row(earlierPhone)).toBeVisible();
    await page.goto('/en/admin/insights');
    ids.push(await sendLead(request, laterPhone, audio, 3));
    await page.goto('/en/admin/leads?auto=off');
    await expect(row(laterPhone).getByText('new', { exact: true })).toBeVisible();
    await expect(row(earlierPhone).getByText('new', { exact: true })).toHaveCount(0);
  } finally {
    for (const id of ids) await request.delete(`/api/leads/${id}`);
  }
});
