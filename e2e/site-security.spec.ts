import { languages } from '../lib/i18n/language.ts';
import { hrefIn, publicPages } from '../lib/i18n/routing.ts';
import { expect, test } from './support/site.ts';

test('public pages, the desk and unknown addresses send the security headers and a policy without unsafe sources', async ({
  request,
}) => {
  const paths = publicPages.flatMap((page) => languages.map((language) => hrefIn(language, page)));
  for (const path of [...paths, '/admin/leads', '/ru/admin/leads', '/no/such/page']) {
    const headers = (await request.get(path)).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toContain('unsafe');
    expect(policy, path).toMatch(/script-src 'self' '(sha256|nonce)-/);
    expect(headers['permissions-policy'], path).toContain('microphone=(self), camera=()');
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
    expect(headers['x-powered-by'], path).toBeUndefined();
  }
});

test('each response of the desk has its own nonce', async ({ request }) => {
  const nonce = async () =>
    /'nonce-([^']+)'/.exec(
      (await request.get('/admin/leads')).headers()['content-security-policy'] ?? '',
    )?.[1];
  const [firstNonce, secondNonce] = [await nonce(), await nonce()];
  expect(firstNonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(firstNonce).not.toBe(secondNonce);
});

test('an injected script does not run', async ({ page, faults }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const injected = document.createElement('script');
    injected.textContent = 'document.title = "taken"';
    document.body.append(injected);
  });
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  expect(faults.every((fault) => /script-src/.test(fault))).toBe(true);
  await expect(page).not.toHaveTitle('taken');
  faults.length = 0;
});

test('translations of an unknown language answer 404 and are not cached', async ({ request }) => {
  const unknown = () => `de-${Math.random().toString(36).slice(2)}`;
  for (const name of [unknown(), unknown(), 'uz%0d', '..%2fuz']) {
    const response = await request.get(`/locales/${name}/translation.json`);
    expect([name, response.status()]).toEqual([name, 404]);
    // MISS means that Next rendered a response and stored it.
    expect(response.headers()['x-nextjs-cache'], name).not.toBe('MISS');
  }
  expect((await request.get('/locales/ru/translation.json')).status()).toBe(200);
});

test('an unknown address renders nothing, with status 404', async ({ page }) => {
  for (const path of ['/nothing-here', '/ru/nothing-here', '/uz/a/b/c', '/admin', '/en/privacy/more']) {
    const response = await page.goto(path);
    expect([path, response?.status()]).toEqual([path, 404]);
    expect((await page.locator('body').innerText()).trim()).toBe('');
  }
});
