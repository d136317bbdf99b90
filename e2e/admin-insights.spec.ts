import { expectAccessible } from './support/accessible.ts';
import { sampleInsights } from '../scripts/test/office-samples.ts';
import { expect, test } from './support/policy.ts';
import { words } from './support/site.ts';

test('by phone and by keyboard: figures with their tables, and each leads to its leads', async ({ page }) => {
  await page.route('**/api/admin/insights?*', (route) => route.fulfill({ json: sampleInsights }));
  await page.goto('/en/admin/insights?from=2026-11-20&to=2026-11-21');
  await expect(page.getByText('It cost $0.152, $0.004 a call.')).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const target of [page.getByLabel('From'), page.getByText('As a table').first()])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const left = page.getByRole('figure', { name: words('en').insights_left });
  await left.getByText('As a table').focus();
  await page.keyboard.press('Enter');
  await expect(left.getByRole('row', { name: 'goal 7' })).toBeVisible();
  await expect(left.getByRole('link', { name: 'goal' })).toHaveAttribute('href', /[?&]left=goal/);
  expect((await left.getByRole('link', { name: 'goal' }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(left.getByRole('link', { name: 'before any' })).toHaveAttribute('href', /[?&]left=-/);
  await expect(left.getByRole('link', { name: 'the size of the carpet' })).toHaveAttribute(
    'href',
    /left=topic_5/,
  );
  const byDay = page.getByRole('figure', { name: 'Calls by day' });
  await byDay.getByText('As a table').click();
  await expect(byDay.getByRole('link', { name: '20.11, Did not reach it: 4' })).toHaveAttribute(
    'href',
    /from=2026-11-20&to=2026-11-20&call=yes&end=not_reached/,
  );
  const cost = page.getByRole('link', { name: /handled 38 calls/ });
  await expect(cost).toHaveAttribute('href', /[?&]model=yes/);

  await page.getByRole('link', { name: '75%' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/leads\?.*end=agent_closed/);
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-21/);
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByRole('listitem')).toHaveText([
    'From: Nov 20, 2026',
    'To: Nov 21, 2026',
    'Talked with the agent',
    'How calls ended: to the end',
  ]);
  await filters.getByRole('button', { name: 'Remove the filter “Talked with the agent”' }).click();
  await expect(filters.getByRole('listitem')).toHaveCount(3);
  await expect(page).not.toHaveURL(/call=yes/);
});
