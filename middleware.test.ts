import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import middleware, { config as middlewareConfig } from './middleware';

// In development the page policy needs no sealed build.
beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'));
afterAll(() => void vi.unstubAllEnvs());

function visit(path: string, options: { cookie?: string; host?: string } = {}) {
  const host = options.host ?? 'ovoz.example';
  const request = new NextRequest(`https://${host}${path}`, {
    headers: { host, ...(options.cookie && { cookie: `ovoz_language=${options.cookie}` }) },
  });
  const response = middleware(request);
  const location = response.headers.get('location');
  return {
    redirectsTo: location === null ? null : location.replace(`https://${host}`, ''),
    savedLanguage: response.cookies.get('ovoz_language')?.value ?? null,
  };
}

test.each([
  ['/', {}, null, null],
  ['/', { cookie: 'ru' }, '/ru', null],
  ['/', { cookie: 'de' }, null, null],
  ['/', { cookie: 'uz', host: 'ru.ovoz.example' }, null, null],
  ['/', { host: 'ru.ovoz.example' }, null, null],
  ['/privacy?from=ad', { cookie: 'en' }, '/en/privacy?from=ad', null],
  ['/ru', {}, null, 'ru'],
  ['/ru/privacy', { cookie: 'en' }, null, 'ru'],
  ['/en', { cookie: 'en' }, null, null],
  ['/uz', { cookie: 'ru' }, '/', 'uz'],
  ['/uz/privacy?a=1', {}, '/privacy?a=1', 'uz'],
])('%s with %j redirects to %s and saves the language %s', (path, options, redirectsTo, savedLanguage) => {
  expect(visit(path, options)).toEqual({ redirectsTo, savedLanguage });
});

test('a link previewer gets the link preview of a public page in its language, every other client the page', () => {
  const rewriteOf = (path: string, agent: string) =>
    middleware(
      new NextRequest(`https://ovoz.example${path}`, { headers: { 'user-agent': agent } }),
    ).headers.get('x-middleware-rewrite');
  expect(rewriteOf('/ru/terms', 'TelegramBot (like TwitterBot)')).toContain('/api/link-preview/ru/terms');
  expect(rewriteOf('/admin/leads', 'TelegramBot (like TwitterBot)')).toBeNull();
  expect(rewriteOf('/ru/terms', 'Mozilla/5.0')).toBeNull();
  for (const agent of ['Viber/13.1', 'WhatsApp/2.23.20.0 A', 'Pinterestbot/1.0'])
    expect(rewriteOf('/ru/terms', agent)).toContain('/api/link-preview/ru/terms');
  const browserInApp =
    'Mozilla/5.0 (Linux; Android 9; wv) AppleWebKit/537.36 Chrome/119 Mobile Safari/537.36';
  for (const app of ['Viber/13.1.0.4', '[Pinterest/Android]', 'WhatsApp/2.23'])
    expect(rewriteOf('/ru/terms', `${browserInApp} ${app}`)).toBeNull();
});

test('a preview of a branch asks search engines not to list it', () => {
  const robots = () => middleware(new NextRequest('https://ovoz.example/terms')).headers.get('x-robots-tag');
  expect(robots()).toBeNull();
  vi.stubEnv('VERCEL_ENV', 'preview');
  expect(robots()).toContain('noindex');
  vi.stubEnv('VERCEL_ENV', undefined);
});

const action = { 'next-action': 'x' };
const form = { 'content-type': 'multipart/form-data; boundary=x' };

test.each([
  ['/', action],
  ['/en/terms', form],
  ['/wp-login.php', action],
  ['/wp-login.php', form],
  ['/_next/static/x.js', action],
])('a server action at %s is refused before Next looks for it', async (path, headers) => {
  const url = `https://ovoz.example${path}`;
  expect(unstable_doesMiddlewareMatch({ config: middlewareConfig, url, headers })).toBe(true);
  const response = middleware(new NextRequest(url, { method: 'POST', headers }));
  expect([response.status, await response.json()]).toEqual([
    405,
    expect.objectContaining({ code: 'method_not_allowed' }),
  ]);
});

test.each(['/robots.txt', '/_next/static/x.js', '/api/leads'])(
  'the middleware does not run for %s',
  (path) => {
    const request = { url: `https://ovoz.example${path}`, headers: { 'content-type': 'application/json' } };
    expect(unstable_doesMiddlewareMatch({ config: middlewareConfig, ...request })).toBe(false);
  },
);
