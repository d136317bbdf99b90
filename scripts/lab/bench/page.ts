/**
 * npm run bench:page: the home page compared with a bare page of the same Next, in production mode. BASE_URL names a running
 * product.
 */
import { type Browser, chromium } from 'playwright';
import { browserOptions } from '../../browser.ts';
import { openProduct } from '../../test/product-under-test.ts';
import { type Visit, fillForm, press, visitOf } from '../visit.ts';
import { serveBarePage } from './bare-page.ts';
import { runLighthouse } from './lighthouse.ts';
import { framesASecond } from './timing.ts';

/** Waits this long after the load for scripts that the page fetches by itself. */
const laterMs = 5_000;
/** A movement takes 450 ms. */
const movementMs = 500;
/** The processor's whole speed, half of it, a quarter of it, each with its target of frames a second. */
const slowdowns = { 1: 60, 2: 60, 4: 50 };

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

const movements: [string, (visit: Visit) => Promise<unknown>][] = [
  ['scroll', ({ page }) => page.evaluate(() => scrollTo({ top: 2_000, behavior: 'smooth' }))],
  ['form opens', (visit) => fillForm(visit)],
  ['form closes', ({ page }) => page.keyboard.press('Escape')],
  ['form opens again', (visit) => fillForm(visit)],
  ['form becomes panel', (visit) => press(visit, 'phone_submit')],
];

/** Frames a second while the page moves, for each slowdown. */
async function frameRates(browser: Browser, url: string): Promise<Record<string, object>> {
  const rows: Record<string, object> = {};
  for (const [slowdown, target] of Object.entries(slowdowns)) {
    await using context = await browser.newContext({ permissions: ['microphone'] });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) });
    const row: Record<string, string> = { target: `${target} a second` };
    for (const [name, act] of movements) {
      const rate = await framesASecond(page, () => act(visitOf(page)), movementMs);
      row[name] = rate.toFixed(0);
    }
    rows[`1/${slowdown} of the processor`] = row;
  }
  return rows;
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
console.log('Frames a second');
console.table(await frameRates(browser, `${product.url}/en`));
