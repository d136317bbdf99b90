import { expect, test } from 'vitest';
import { detectLanguage, type LanguageSources } from './language';

const table: [LanguageSources, string][] = [
  [{}, 'uz'],
  [{ path: 'ru', cookie: 'en', htmlLang: 'en', localStorage: 'en', subdomain: 'en' }, 'ru'],
  [{ path: 'admin', cookie: 'en', htmlLang: 'ru', localStorage: 'ru', subdomain: 'ru' }, 'en'],
  [{ cookie: 'de', htmlLang: 'ru', localStorage: 'en', subdomain: 'en' }, 'ru'],
  [{ localStorage: 'en', subdomain: 'ru' }, 'en'],
  [{ subdomain: 'ru' }, 'ru'],
  [{ subdomain: 'www' }, 'uz'],
  [{ htmlLang: 'ru-RU' }, 'ru'],
  [{ cookie: 'EN' }, 'en'],
];

test.each(table)('%j gives %s', (sources, language) => {
  expect(detectLanguage(sources)).toBe(language);
});
