import type { Page } from '@playwright/test';
import { formatPhone } from '../lib/phone.ts';
import { prepareSteppedMotion } from './support/stepped-motion.ts';
import { untilDeskReady } from './support/leads';
import { insertPastCalls } from './support/past-calls.ts';
import { expect, test } from './support/page-faults.ts';
import { words } from './support/site.ts';

const en = words('en');
/** A movement takes 450 ms. */
const midwayMs = 100;
const wholeMovementMs = 700;
const frameMs = 1000 / 60;

test.beforeEach(async ({ page }) => {
  await page.addInitScript(prepareSteppedMotion);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
});

const freeze = (page: Page) => page.evaluate(() => window.ovozFreeze?.(true));

/** Advances the frozen movement by a time, frame by frame. */
function advance(page: Page, ms: number): Promise<void> {
  return page.evaluate(
    async ([wholeMs, frame]) => {
      for (let atMs = 0; atMs < wholeMs; atMs += frame) {
        window.ovozStep?.(frame);
        await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
    },
    [ms, frameMs] as const,
  );
}

function expectBetween(value: number, low: number, high: number): void {
  expect(value).toBeGreaterThan(low);
  expect(value).toBeLessThan(high);
}

test('the dialog of a deletion fades in and out, and the deleted row folds away', async ({ page }) => {
  // A list that becomes empty disappears without motion.
  const call = { day: '2025-03-06', end: 'agent_closed' } as const;
  const { phones, remove } = await insertPastCalls([call, call]);
  try {
    await page.goto('/en/admin/leads?auto=off&from=2025-03-06&to=2025-03-06');
    await untilDeskReady(page);
    const row = page.getByRole('article', { name: formatPhone(phones[0] ?? '') });
    await row.getByRole('heading').getByRole('button').focus();
    await freeze(page);
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: en.leads_delete_confirm });
    await expect(question).toBeVisible();
    const [dialog, deletedRow] = [await question.elementHandle(), await row.elementHandle()];
    if (!dialog || !deletedRow) throw new Error('The question is closed.');
    const opacity = () => dialog.evaluate((element) => Number(getComputedStyle(element).opacity));
    const height = () => deletedRow.evaluate((element) => element.getBoundingClientRect().height);
    await advance(page, midwayMs);
    expectBetween(await opacity(), 0, 1);
    await advance(page, wholeMovementMs);
    expect(await opacity()).toBe(1);

    const heightBefore = await height();
    await question.getByRole('button', { name: en.leads_delete, exact: true }).click();
    await expect.poll(() => deletedRow.evaluate((element) => element.hasAttribute('inert'))).toBe(true);
    await advance(page, midwayMs);
    expectBetween(await opacity(), 0, 1);
    expectBetween(await height(), 0, heightBefore);
    await advance(page, wholeMovementMs);
    await expect(question).toHaveCount(0);
    await expect(row).toHaveCount(0);
  } finally {
    await remove();
  }
});

test('a page of the office fades in', async ({ page }) => {
  await page.goto('/en/admin/leads?auto=off');
  await untilDeskReady(page);
  await freeze(page);
  await page.getByRole('navigation', { name: en.office_nav }).getByRole('link', { name: 'Live' }).click();
  await expect(page.getByRole('heading', { level: 1, name: en.live_title })).toBeVisible();
  const opacity = () =>
    page.getByRole('main').evaluate((element) => Number(getComputedStyle(element).opacity));
  await advance(page, midwayMs);
  expectBetween(await opacity(), 0.3, 1);
  await advance(page, wholeMovementMs);
  expect(await opacity()).toBe(1);
});
