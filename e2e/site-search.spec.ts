import { languages } from '../lib/i18n/language.ts';
import { hrefIn, publicPages } from '../lib/i18n/routing.ts';
import { expect, test, words } from './support/site.ts';

for (const page of publicPages) {
  test(`${page} tells search engines its addresses in each language`, async ({ page: tab }) => {
    for (const language of languages) {
      await tab.goto(hrefIn(language, page));
      const canonical = await tab.locator('link[rel=canonical]').getAttribute('href');
      expect(new URL(canonical ?? '').pathname).toBe(hrefIn(language, page));
      const alternates = await tab
        .locator('link[rel=alternate]')
        .evaluateAll((links) =>
          links.map((link) => [
            link.getAttribute('hreflang'),
            new URL(link.getAttribute('href') ?? '').pathname,
          ]),
        );
      expect(Object.fromEntries(alternates)).toEqual({
        uz: hrefIn('uz', page),
        ru: hrefIn('ru', page),
        en: hrefIn('en', page),
        'x-default': hrefIn('uz', page),
      });
      await expect(tab.locator('meta[name=description]')).toHaveAttribute('content', /\S{3}/);
      await expect(tab.locator('meta[property="og:image"]')).toHaveAttribute(
        'content',
        new RegExp(`/og/${language}.jpg$`),
      );
    }
  });
}

test('titles and structured data are there in each language', async ({ page }) => {
  for (const language of languages) {
    await page.goto(hrefIn(language, '/'));
    await expect(page).toHaveTitle(words(language).site_title);
    const data: { '@graph': { '@type': string }[] } = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}',
    );
    expect(data['@graph'].map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite']);
  }
});

test('sitemap, robots, manifest, icons and shared pictures are served', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap.match(/<loc>/g)).toHaveLength(publicPages.length * languages.length);
  expect(sitemap).toContain('hreflang="x-default"');
  const robots = await (await request.get('/robots.txt')).text();
  for (const line of ['Disallow: /api/', 'Disallow: /admin/', 'Disallow: /ru/admin/', 'Sitemap: http'])
    expect(robots).toContain(line);
  const manifest: { icons: { src: string }[] } = await (await request.get('/manifest.webmanifest')).json();
  const pictures = [
    ...manifest.icons.map(({ src }) => src),
    ...languages.map((language) => `/og/${language}.jpg`),
  ];
  for (const path of ['/favicon.ico', '/icon.svg', '/apple-icon.png', ...pictures]) {
    const answer = await request.get(path);
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('the admin page asks not to be listed', async ({ page }) => {
  await page.goto('/admin/leads');
  await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', /noindex/);
});
