import { expect, test } from 'vitest';
import { termsVersion } from '@/lib/contracts/consent';
import { languages } from '@/lib/i18n/language';
import { pathsOf } from '@/lib/i18n/routing';
import sitemap from './sitemap';

test('only the legal pages have a date, that of their text', () => {
  const dated = sitemap().filter(({ lastModified }) => lastModified !== undefined);
  const legalPaths = (['/privacy', '/terms'] as const).flatMap((page) =>
    languages.map((language) => pathsOf(page)[language]),
  );
  expect(dated.map(({ url }) => new URL(url).pathname)).toEqual(legalPaths);
  expect(dated.every(({ lastModified }) => lastModified === termsVersion)).toBe(true);
});
