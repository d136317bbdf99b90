import { CallPanel } from './support/call-panel.ts';
import { expect, test } from './support/page-faults.ts';

test('a page whose scripts a newer release has replaced reloads once, and its button works', async ({
  page,
}) => {
  const requested = new Set<string>();
  const files = /\/_next\/static\//;
  const pathOf = (address: string) => new URL(address).pathname;
  page.on('request', (request) => files.test(request.url()) && requested.add(pathOf(request.url())));
  let documentRequests = 0;
  page.on('request', (request) => request.isNavigationRequest() && documentRequests++);
  const response = await page.goto('/en', { waitUntil: 'networkidle' });
  expect(await response?.text()).toMatch(/<html[^>]* data-dpl-id="[0-9a-f]{12}"/);

  const pageFiles = new Set(requested);
  await page.route(files, async (route) => {
    if (pageFiles.has(pathOf(route.request().url()))) return route.continue();
    const missing = new URL('/_next/static/chunks/of-another-release.js', page.url()).href;
    return route.fulfill({ response: await route.fetch({ url: missing }) });
  });
  await page.route('**/api/get-token', (route) => route.abort());
  const call = new CallPanel(page, 'en');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: call.strings.hero_call }).click();
  await reloaded;
  expect(documentRequests).toBe(2);

  await call.call('+998 90 123 45 67');
  await expect(call.panel.getByRole('alert')).toHaveText(call.strings.voice_chat_connection);
  expect(documentRequests).toBe(2);

  await page.unroute(files);
  const tokenRequest = page.waitForRequest('**/api/get-token');
  await call.button('retry').click();
  await tokenRequest;
});

test('each font is loaded once, because preload and style sheet have the same address', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => /woff2/.test(request.url()) && fonts.push(new URL(request.url()).pathname));
  await page.goto('/ru', { waitUntil: 'networkidle' });
  expect(fonts).toHaveLength(2);
  expect(new Set(fonts).size).toBe(2);
});
