import type { Browser, Page } from 'playwright';

/** Lighthouse's phone on a mobile network. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const cpuSlowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** Watches the page this long after its load, for prefetches and main-thread work. */
const watchMs = 5_000;
const blockingTaskMs = 50;

export interface PageLoad {
  /** Bytes of JavaScript over the wire, gzip: first what the HTML requests, then what the page fetches later. */
  scriptBytes: number;
  laterScriptBytes: number;
  fonts: number;
  fontBytes: number;
  cls: number;
  tbtMs: number;
  lcpMs: number;
}

interface PageMetrics {
  shift: number;
  lcpMs: number;
  tasks: { startMs: number; durationMs: number }[];
}

declare global {
  interface Window {
    /** Written by watch. */
    benchSeen?: PageMetrics;
  }
}

/** Loads the page in a first visit, with an empty cache and without input. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await page.addInitScript(watch);
    const response = await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(watchMs);
    return { ...(await filesOf(page, (await response?.text()) ?? '')), ...(await feltOf(page)) };
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function watch(): void {
  const seen: PageMetrics = { shift: 0, lcpMs: 0, tasks: [] };
  window.benchSeen = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) =>
    seen.tasks.push({ startMs: startTime, durationMs: duration }),
  );
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcpMs = startTime));
  observe('layout-shift', (entry) => {
    if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value;
  });
}

async function filesOf(page: Page, html: string) {
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => ({
      path: new URL(entry.name).pathname,
      bytes: 'encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0,
    })),
  );
  const unique = [...new Map(files.map((file) => [file.path, file])).values()];
  const scripts = unique.filter(({ path }) => path.endsWith('.js'));
  const fonts = unique.filter(({ path }) => path.endsWith('.woff2'));
  const sum = (some: typeof files) => some.reduce((total, { bytes }) => total + bytes, 0);
  return {
    scriptBytes: sum(scripts.filter(({ path }) => html.includes(path))),
    laterScriptBytes: sum(scripts.filter(({ path }) => !html.includes(path))),
    fonts: fonts.length,
    fontBytes: sum(fonts),
  };
}

async function feltOf(page: Page) {
  const { seen, paintedMs } = await page.evaluate(() => ({
    seen: window.benchSeen,
    paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  if (!seen) throw new Error('the page was not watched');
  const tbtMs = seen.tasks
    .filter(({ startMs }) => startMs >= paintedMs)
    .reduce((sum, { durationMs }) => sum + Math.max(0, durationMs - blockingTaskMs), 0);
  return { cls: seen.shift, tbtMs, lcpMs: seen.lcpMs };
}
