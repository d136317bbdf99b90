import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { languages } from '../../lib/i18n/language.ts';
import { publicPages } from '../../lib/i18n/routing.ts';
import { sealPages } from './seal.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

function builtPages(extra: Record<string, string> = {}): Map<string, string> {
  const paths = publicPages.flatMap((page) =>
    languages.map((language) => `/${language}${page === '/' ? '' : page}`),
  );
  return new Map([
    ...[...paths, '/_not-found'].map((path): [string, string] => [path, '<p>page</p>']),
    ...Object.entries(extra),
  ]);
}

test('each page allows its own inline scripts, and data needs no permission', () => {
  const html = `<script src="/a.js" async></script><script>one()</script><script id="x">two()
</script><script type="application/ld+json">{"a":1}</script><script>one()</script>`;
  const sealed = sealPages(builtPages({ '/ru': html, '/_global-error': '<script>x()</script>' }));
  expect(sealed['/ru']).toEqual([hash('one()'), hash('two()\n')]);
  expect(sealed['/en']).toEqual([]);
  expect(sealed).not.toHaveProperty('/_global-error');
});

test.each([
  ['<button onclick="go()">', /event handler/],
  ['<script>never ends', /without an end/],
])('a page with %s cannot be sealed', (html, message) => {
  expect(() => sealPages(builtPages({ '/uz': html }))).toThrow(message);
});

test('a public page that was not prerendered fails the build', () => {
  const pages = builtPages();
  pages.delete('/ru/terms');
  expect(() => sealPages(pages)).toThrow('Not prerendered: /ru/terms');
});
