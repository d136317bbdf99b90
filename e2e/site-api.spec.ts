import { hrefIn } from '../lib/i18n/routing.ts';
import { expectAccessibleByDayAndNight } from './support/accessible.ts';
import { expect, languages, test, words } from './support/site.ts';

for (const language of languages)
  test(`the page of the API in ${language}: Scalar draws it without asking anybody else`, async ({
    page,
    baseURL,
  }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(baseURL ?? '') && /^https?:/.test(url)) elsewhere.push(url);
    });
    const w = words(language);
    await page.goto(hrefIn(language, '/docs'));
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: w.docs_api_link }).click();
    await opened;
    await page.goto(hrefIn(language, '/docs/api'));
    const frame = page.locator('body > header');
    await expect(frame.getByRole('heading', { name: w.docs_api_title })).toBeVisible();
    // The document's title, which Scalar has read.
    await expect(page.getByRole('heading', { name: 'Ovoz', exact: true })).toBeVisible();
    await expectAccessibleByDayAndNight(page, 'body > header');
    expect(elsewhere).toEqual([]);
  });
