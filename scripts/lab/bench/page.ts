/**
 * npm run bench:page: the home page compared with a bare page of the same Next, in production mode. BASE_URL names a running
 * product.
 */
import { type Browser, chromium } from 'playwright';
import { browserOptions } from '../../browser.ts';
import { openProduct } from '../../test/product-under-test.ts';
import { serveBarePage } from './bare-page.ts';
import { runLighthouse } from './lighthouse.ts';

/** Waits this long after the load for scripts that the page fetches by itself. */
const laterMs = 5_000;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Bytes of JavaScript over the wire, gzip: what the HTML requests, and what the page fetches later. */
async function scriptBytes(browser: Browser, url: string): Promise<{ first: number; later: number }> {
  await using page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const response = await page.goto(url, { waitUntil: 'load' });
  const html = (await response?.text()) ?? '';
  await page.waitForTimeout(laterMs);
  const bytes = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => ({
      path: new URL(entry.name).pathname,
      size: 'encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0,
    })),
  );
  const scripts = [...new Map(bytes.map(({ path, size }) => [path, size]))].filter(([path]) =>
    path.endsWith('.js'),
  );
  const sum = (isFirst: boolean) =>
    scripts.reduce((total, [path, size]) => total + (html.includes(path) === isFirst ? size : 0), 0);
  return { first: sum(true), later: sum(false) };
}

await using bare = await serveBarePage();
await using product = await openProduct();
await using browser = await chromium.launch(browserOptions());
const ourBytes = await scriptBytes(browser, product.url);
const bareBytes = await scriptBytes(browser, bare.url);
const [ourFigures, bareFigures] = await runLighthouse([product.url, bare.url]);
const excess = kB(ourBytes.first - bareBytes.first);
console.log('The home page, a bare page of Next, and the target');
console.table({
  'JavaScript, gzip': [`${kB(ourBytes.first)} (${excess} more)`, kB(bareBytes.first), '<= 30 kB more'],
  'more of it later': [kB(ourBytes.later), kB(bareBytes.later), '<= 65 kB'],
  'Lighthouse, phone': [ourFigures?.scores, bareFigures?.scores, '97+/100/100/100'],
  CLS: [ourFigures?.cls, bareFigures?.cls, '0'],
  'TBT, ms': [ourFigures?.tbtMs, bareFigures?.tbtMs, '<= 20 more'],
});
