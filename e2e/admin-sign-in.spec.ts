import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { adminPassword, startGuardedWebApp } from './support/guarded-web-app.ts';
import type { WebApp } from './support/web-app.ts';
import { expect, test } from './support/page-faults.ts';

test.describe('with a password', () => {
  let server: WebApp;
  test.beforeAll(async () => {
    server = await startGuardedWebApp();
  });
  test.afterAll(() => server.kill());

  // Sign-ins are limited by address, so each test uses its own.
  let headers: Record<string, string>;
  test.beforeEach(async ({ page }) => {
    headers = { 'x-forwarded-for': `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
    await page.setExtraHTTPHeaders(headers);
    await page.goto(`${server.url}/en/admin/leads`);
  });

  const field = (page: Page) => page.getByLabel('Password');
  async function enter(page: Page, password: string): Promise<void> {
    await field(page).fill(password);
    await field(page).press('Enter');
  }

  test('the office is behind a sign-in', async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeHidden();
    await expectAccessible(page);

    for (const name of ['live', 'insights', 'agent', 'setup', 'leads']) {
      await page.goto(`${server.url}/en/admin/${name}`);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    }

    await enter(page, 'not this one');
    await expect(page.getByText('That password isn’t right.')).toBeVisible();
    await expect(field(page)).toBeFocused();

    await enter(page, adminPassword);
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('after its session has ended the desk shows the sign-in', async ({ page, context }) => {
    await enter(page, adminPassword);
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
    await context.clearCookies();
    await page.getByRole('searchbox', { name: 'Search' }).fill('x');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('after ten wrong passwords the sign-in asks to wait', async ({ page, request }) => {
    const wrong = { headers, data: { password: 'not this one' } };
    for (let i = 0; i < 10; i++) await request.post(`${server.url}/api/admin/session`, wrong);
    await enter(page, adminPassword);
    await expect(page.getByText(/^Too many attempts\. Try again in \d+ minutes?\.$/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeHidden();
  });
});

test('without a password the page is locked for other addresses, and names the setting', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.5' });
  await page.goto('/en/admin/leads');
  await expect(page.getByRole('heading', { name: 'This page is locked' })).toBeVisible();
  await expect(page.getByText('ADMIN_PASSWORD')).toBeVisible();
  await expectAccessible(page);
});
