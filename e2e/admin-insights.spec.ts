import AxeBuilder from '@axe-core/playwright';
import type { Insights } from '../lib/contracts/insights.ts';
import { expect, test } from './support/policy.ts';

const told = { count: 40, median: 420, p95: 900 };
const figures: Insights = {
  calls: 40,
  reachedEnd: 30,
  length: { count: 40, median: 75, p95: 140 },
  answer: told,
  firstWord: told,
  agentAnswer: told,
  model: { calls: 38, promptTokens: 152_000, outputTokens: 3_800, costUsd: 0.152 },
  ends: [
    { end: 'agent_closed', calls: 30 },
    { end: 'visitor_left', calls: 10 },
  ],
  left: [
    { topic: 'goal', calls: 7 },
    { topic: 'topic_5', name: 'the size of the carpet', calls: 2 },
    { topic: null, calls: 1 },
  ],
  languages: [
    { language: 'uz', calls: 31 },
    { language: 'ru', calls: 9 },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, calls: hour % 5 })),
  weekdays: Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, calls: day })),
  step: 'day',
  periods: [
    { day: '2026-11-20', calls: 18, reachedEnd: 14 },
    { day: '2026-11-21', calls: 22, reachedEnd: 16 },
  ],
  marks: [{ day: '2026-11-21', mark: 'to_call', leads: 12 }],
  outcomes: [{ outcome: 'reached', leads: 8 }],
};

test('by phone and by keyboard: figures with their tables, and each leads to its leads', async ({ page }) => {
  await page.route('**/api/admin/insights?*', (route) => route.fulfill({ json: figures }));
  await page.goto('/en/admin/insights?from=2026-11-20&to=2026-11-21');
  await expect(page.getByText('It cost $0.152, $0.004 a call.')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const target of [page.getByLabel('From'), page.getByText('As a table').first()])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const left = page.getByRole('figure', { name: 'Left at which question' });
  await left.getByText('As a table').focus();
  await page.keyboard.press('Enter');
  await expect(left.getByRole('row', { name: 'goal 7' })).toBeVisible();
  await expect(left.getByRole('link', { name: 'goal' })).toHaveAttribute('href', /[?&]left=goal/);
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
  const cost = page.getByRole('link', { name: /held 38 calls/ });
  await expect(cost).toHaveAttribute('href', /[?&]model=yes/);

  await page.getByRole('link', { name: '75%' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/leads\?.*end=agent_closed/);
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-21/);
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
});
