import { describe, expect, test } from 'vitest';
import { type LanguageSources, detectInBrowser, detectLanguage, hrefIn, routeRequest } from './routing';

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

test.each([
  ['uz', '/', '/'],
  ['uz', '/ru', '/'],
  ['uz', '/uz', '/'],
  ['uz', '/en/docs', '/docs'],
  ['ru', '/', '/ru'],
  ['ru', '/uz', '/ru'],
  ['en', '/ru/privacy', '/en/privacy'],
  ['en', '/rules', '/en/rules'],
] as const)('in %s the page %s has the path %s', (language, path, href) =>
  expect(hrefIn(language, path)).toBe(href),
);

describe('the server', () => {
  test.each([
    ['/', undefined, {}],
    ['/docs', 'uz', {}],
    ['/docs', 'ru', { redirectTo: '/ru/docs' }],
    ['/', 'en', { redirectTo: '/en' }],
    ['/ru/docs', 'ru', {}],
    ['/ru/docs', undefined, { languageToSave: 'ru' }],
    ['/en', 'ru', { languageToSave: 'en' }],
    ['/uz', 'ru', { redirectTo: '/', languageToSave: 'uz' }],
    ['/uz/docs', 'uz', { redirectTo: '/docs' }],
    ['/docs', 'de', {}],
  ] as const)('%s with the cookie %s', (path, cookie, routing) =>
    expect(routeRequest(path, cookie)).toEqual(routing),
  );
});

describe('the browser', () => {
  const plain = {
    pathname: '/docs',
    cookie: undefined,
    htmlLang: 'uz',
    localStorage: undefined,
    hostname: 'ovoz.uz',
  };

  test.each([
    ['names no language', {}, 'uz'],
    ['opens a subdomain', { hostname: 'ru.ovoz.uz' }, 'ru'],
    [
      'has a stored language, which beats the subdomain',
      { localStorage: 'en', hostname: 'ru.ovoz.uz' },
      'en',
    ],
    [
      'shows a page in another language, which beats the stored one',
      { htmlLang: 'ru', localStorage: 'en' },
      'ru',
    ],
    ['has a cookie, which beats lang', { cookie: 'en', htmlLang: 'ru' }, 'en'],
    ['has a cookie with Uzbek', { cookie: 'uz', localStorage: 'ru', hostname: 'ru.ovoz.uz' }, 'uz'],
    ['opens a path with a language', { pathname: '/ru/docs', cookie: 'en', localStorage: 'en' }, 'ru'],
  ])('that %s', (_, facts, language) => expect(detectInBrowser({ ...plain, ...facts })).toBe(language));
});
