import { formatPhone } from '../lib/phone.ts';
import { tashkentDay } from '../lib/time.ts';
import { expectAccessible } from './support/accessible.ts';
import { insertPastCalls } from './support/past-calls.ts';
import { expect, test as base } from './support/page-faults.ts';
import { words } from './support/site.ts';

const [monday, tuesday] = ['2025-03-03', '2025-03-04'] as const;

const test = base.extend<{ phones: string[] }>({
  phones: async ({}, provide) => {
    const { phones, remove } = await insertPastCalls([
      { day: monday, end: 'agent_closed', lastTopic: 'needs' },
      { day: monday, end: 'visitor_left', lastTopic: 'goal' },
      { day: tuesday, end: 'agent_closed', lastTopic: 'needs' },
      { day: tuesday, end: 'visitor_left' },
    ]);
    await provide(phones);
    await remove();
  },
});

test('on a phone and by keyboard the figures have tables and links to their leads', async ({
  page,
  phones,
}) => {
  await page.goto(`/en/admin/insights?from=${monday}&to=${tuesday}`);
  await expect(page.getByText(/the agent took 4 calls/)).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Languages' })).toBeHidden();
  await page.getByText('More figures').click();
  await expect(page.getByRole('figure', { name: 'Languages' })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const target of [page.getByLabel('From'), page.getByText('As a table').first()])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const funnel = page.getByRole('region', { name: words('en').insights_funnel });
  const goal = funnel.getByRole('listitem').filter({ hasText: 'goal' });
  await expect(goal.getByRole('link', { name: 'left here: 1' })).toHaveAttribute('href', /[?&]left=goal/);
  expect((await goal.getByRole('link').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const all = funnel.getByRole('listitem').filter({ hasText: 'Calls' });
  await expect(all.getByRole('link', { name: 'left here: 1' })).toHaveAttribute('href', /[?&]left=-/);
  const byDay = page.getByRole('figure', { name: 'Calls by day' });
  await byDay.getByText('As a table').focus();
  await page.keyboard.press('Enter');
  await expect(byDay.getByRole('link', { name: '03.03, Did not reach it: 1' })).toHaveAttribute(
    'href',
    /from=2025-03-03&to=2025-03-03&call=yes&end=not_reached/,
  );

  await test.step('a term is explained on hover and by a press', async () => {
    const { insights_answer: term, insights_why_answer: why } = words('en');
    const name = page.getByRole('term').getByText(term);
    await expect(page.getByText(why)).toBeHidden();
    await expect(page.getByTitle(why)).toHaveText(term);
    await name.click();
    await expect(page.getByText(why)).toBeVisible();
  });
  await page.getByRole('link', { name: '50%' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/leads\?.*end=agent_closed/);
  await expect(page).toHaveURL(/from=2025-03-03&to=2025-03-04/);
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  for (const [index, phone] of phones.entries())
    await expect(page.getByRole('article', { name: formatPhone(phone) })).toBeVisible({
      visible: index % 2 === 0,
    });
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByRole('listitem')).toHaveText([
    'From: Mar 3, 2025',
    'To: Mar 4, 2025',
    'Talked with the agent',
    'How calls ended: to the end',
  ]);
  await filters.getByRole('button', { name: 'Remove the filter “Talked with the agent”' }).click();
  await expect(filters.getByRole('listitem')).toHaveCount(3);
  await expect(page).not.toHaveURL(/call=yes/);
});

test('the set-up page shows the tokens and the cost of the last 30 days', async ({ page }) => {
  const today = tashkentDay(Date.now());
  const { remove } = await insertPastCalls([{ day: today, end: 'agent_closed', lastTopic: 'needs' }]);
  try {
    await page.goto('/en/admin/setup');
    const usageLink = page.getByRole('link', { name: /^In the last 30 days .* tokens read/ });
    await expect(usageLink).toHaveAttribute('href', new RegExp(`to=${today}&call=yes&model=yes`));
    await expect(page.getByText(/It cost \$\d.*a call\./)).toBeVisible();
  } finally {
    await remove();
  }
});
