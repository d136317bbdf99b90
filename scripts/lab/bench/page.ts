/**
 * npm run bench:page: the home page compared with a bare page of the same Next, in production mode. BASE_URL names a running
 * product.
 */
import type { Browser } from 'playwright';
import { findBrowser, launchBrowser } from '../../browser.ts';
import { product } from '../product.ts';
import { barePage } from './bare-page.ts';
import { frameRates } from './frames.ts';
import { lighthouse } from './lighthouse.ts';

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

async function compare(ours: string, bare: string): Promise<void> {
  await using browser = await launchBrowser();
  const [mine, others] = [await scriptBytes(browser, ours), await scriptBytes(browser, bare)];
  const [my, their] = [await lighthouse(ours, findBrowser()), await lighthouse(bare, findBrowser())];
  const more = kB(mine.first - others.first);
  console.table({
    'JavaScript, gzip': [`${kB(mine.first)} (${more} more)`, kB(others.first), '<= 30 kB more'],
    'more of it later': [kB(mine.later), kB(others.later), '<= 65 kB'],
    'Lighthouse, phone': [my.scores, their.scores, '97+/100/100/100'],
    CLS: [my.cls, their.cls, '0'],
    'TBT, ms': [my.tbtMs, their.tbtMs, '<= 20 more'],
  });
  console.log('Frames a second at the whole speed of the processor, half and a quarter of it');
  console.table(await frameRates(ours, bare));
}

const bare = await barePage();
try {
  const ours = await product();
  console.log('The home page, a bare page of Next, and the target');
  await compare(ours.url, bare.url).finally(ours.stop);
} finally {
  await bare.stop();
}
process.exit(0);
