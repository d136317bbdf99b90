import { hrefIn } from '../lib/i18n/routing.ts';
import { expectAccessibleByDayAndNight } from './support/accessible.ts';
import { expect, test, words } from './support/site.ts';

test('Scalar draws the page of the API without requests to other sites', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? '') && /^https?:/.test(url)) elsewhere.push(url);
  });
  const w = words('ru');
  await page.goto(hrefIn('ru', '/docs'));
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: w.docs_api_link }).click();
  await (await popup).close();
  await page.goto(hrefIn('ru', '/docs/api'));
  await expect(page.locator('body > header').getByRole('heading', { name: w.docs_api_title })).toBeVisible();
  // The document's title, which Scalar has read.
  await expect(page.getByRole('heading', { name: 'Ovoz', exact: true })).toBeVisible();
  await expectAccessibleByDayAndNight(page, 'body > header');
  expect(elsewhere).toEqual([]);
});
