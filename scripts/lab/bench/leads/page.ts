import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../../../browser.ts';
import { median, percentile } from '../timing.ts';

const loads = 5;
const roundsOfPages = 3;
const wheelTurns = 240;
const wheelPx = 60;

declare global {
  interface Window {
    /** Written in the page: when the first lead was painted, and when each frame of a scroll was. */
    benchFirstLeadMs?: number;
    benchFramesMs?: number[];
  }
}

/** Measures the admin page's first load in a new browser, and its scrolling. */
export async function benchPage(baseUrl: string): Promise<void> {
  await using browser = await launchBrowser();
  const firstPaints: number[] = [];
  const plainPaints: number[] = [];
  for (let i = 0; i < loads; i++) {
    firstPaints.push(await firstPaintMs(browser, baseUrl));
    plainPaints.push(await plainPaintMs(browser, `${baseUrl}/en/terms`));
  }
  console.log(
    `\nadmin page: first lead painted after ${median(firstPaints).toFixed(0)} ms (target 700), median of ${loads}; ` +
      `a page of text after ${median(plainPaints).toFixed(0)} ms`,
  );
  const changesMs = await pageChanges(browser, baseUrl);
  console.log(
    `office: another page is painted ${median(changesMs).toFixed(0)} ms after a press on its tab (target 100), median of ${changesMs.length}; ` +
      `${Math.max(...changesMs).toFixed(0)} ms the longest`,
  );
  const gapsMs = await scroll(browser, baseUrl);
  const fps = 1000 / (gapsMs.reduce((sum, gap) => sum + gap, 0) / gapsMs.length);
  const [half, p95] = [0.5, 0.95].map((share) => percentile(gapsMs, share).toFixed(1));
  console.log(
    `scroll: ${fps.toFixed(1)} frames a second (target 60) over ${gapsMs.length} frames; a frame ${half} ms median, ${p95} ms p95, ` +
      `${Math.max(...gapsMs).toFixed(0)} ms the longest`,
  );
}

async function open(browser: Browser, baseUrl: string, query = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watchFirstLead);
  await page.goto(`${baseUrl}/en/admin/leads${query}`);
  await page.waitForFunction(() => window.benchFirstLeadMs);
  return page;
}

async function firstPaintMs(browser: Browser, baseUrl: string): Promise<number> {
  const page = await open(browser, baseUrl);
  const firstMs = await page.evaluate(() => window.benchFirstLeadMs ?? Number.NaN);
  await page.context().close();
  return firstMs;
}

/** The reference: what this machine takes for a page without data. */
async function plainPaintMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
  const paintMs = await paint.evaluate((entry) => entry?.startTime ?? Number.NaN);
  await context.close();
  return paintMs;
}

/** Turns the wheel down and up through a page of leads. @returns the times between frames */
async function scroll(browser: Browser, baseUrl: string): Promise<number[]> {
  const page = await open(browser, baseUrl);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.mouse.move(640, 400);
  await page.evaluate(watchFrames);
  for (let i = 0; i < wheelTurns; i++) await page.mouse.wheel(0, i < wheelTurns / 2 ? wheelPx : -wheelPx);
  const framesMs = await page.evaluate(() => window.benchFramesMs ?? []);
  return framesMs.slice(1).map((at, i) => at - (framesMs[i] ?? at));
}

/** Runs in the page: records the time of the first frame with a lead. */
function watchFirstLead(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('article') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.benchFirstLeadMs = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

function watchFrames(): void {
  const framesMs: number[] = [];
  window.benchFramesMs = framesMs;
  const next = (at: number) => {
    framesMs.push(at);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** From a press on each tab of the office to the frame that has the page's heading, in milliseconds. */
async function pageChanges(browser: Browser, baseUrl: string): Promise<number[]> {
  // With live updates on, the network is never idle.
  const page = await open(browser, baseUrl, '?auto=off');
  // The tabs fetch their pages ahead.
  await page.waitForLoadState('networkidle');
  const tabs = await page.getByRole('navigation', { name: 'Office pages' }).getByRole('link').all();
  const changesMs: number[] = [];
  for (let round = 0; round < roundsOfPages; round++)
    for (const tab of [...tabs.slice(1), ...tabs.slice(0, 1)])
      changesMs.push(await tab.evaluate(pressAndPaint));
  await page.context().close();
  return changesMs;
}

/** Runs in the page. */
function pressAndPaint(tab: HTMLElement): Promise<number> {
  const heading = () => document.querySelector('h1')?.textContent;
  const before = heading();
  const beganMs = performance.now();
  tab.click();
  return new Promise((resolve) => {
    const look = () => {
      const now = heading();
      if (now !== undefined && now !== before)
        requestAnimationFrame(() => resolve(performance.now() - beganMs));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
