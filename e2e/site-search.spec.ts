import { languages } from '../lib/i18n/language.ts';
import { hrefIn, publicPages } from '../lib/i18n/routing.ts';
import { expect, test, words } from './support/site.ts';

test('each page gives search engines its addresses, and link previewers its preview', async ({ baseURL }) => {
  // Requests like a crawler: without cookies, which would choose another language.
  const get = (path: string, headers?: Record<string, string>) => fetch(new URL(path, baseURL), { headers });
  for (const page of publicPages)
    for (const language of languages) {
      const path = hrefIn(language, page);
      const answer = await get(path);
      const links = [
        ...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"(?:; hreflang="([^"]+)")?/g),
      ];
      const addresses = links.map(([, url = '', rel, hreflang]) => [hreflang ?? rel, new URL(url).pathname]);
      expect(Object.fromEntries(addresses)).toEqual({
        canonical: path,
        uz: hrefIn('uz', page),
        ru: hrefIn('ru', page),
        en: hrefIn('en', page),
        'x-default': hrefIn('uz', page),
      });
      expect(await answer.text()).toMatch(/<meta name="description" content="[^"]{3}/);
      const preview = await get(path, { 'user-agent': 'TelegramBot (like TwitterBot)' });
      expect(await preview.text()).toMatch(
        new RegExp(`<meta property="og:image" content="https?://[^"]+/og/${language}.jpg">`),
      );
    }
  const home = await (await get('/')).text();
  expect(home).toContain(`<meta property="og:title" content="${words('uz').site_title}"`);
});

test('sitemap, robots, icons and link-preview images are served', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap.match(/<loc>/g)).toHaveLength(publicPages.length * languages.length);
  expect(sitemap).toContain('hreflang="x-default"');
  const robots = await (await request.get('/robots.txt')).text();
  for (const line of ['Disallow: /api/', 'Disallow: /admin/', 'Disallow: /ru/admin/', 'Sitemap: http'])
    expect(robots).toContain(line);
  const pictures = ['/icons/512.png', ...languages.map((language) => `/og/${language}.jpg`)];
  for (const path of ['/favicon.ico', '/icon.svg', '/apple-icon.png', ...pictures]) {
    const answer = await request.get(path);
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('the admin page asks not to be listed', async ({ request }) => {
  expect(await (await request.get('/admin/leads')).text()).toMatch(
    /<meta name="robots" content="[^"]*noindex/,
  );
});
