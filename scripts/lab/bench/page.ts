/**
 * npm run bench:page: the home page compared with a bare page of the same Next, in production mode. BASE_URL names a running
 * product.
 */
import type { Browser } from 'playwright';
import { findBrowser, launchBrowser } from '../../browser.ts';
import { barePage } from './bare-page.ts';
import { lighthouse } from './lighthouse.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import { product } from '../product.ts';
import { get, median } from './timing.ts';

const connections = 16;
const warmMs = 1_500;
const measureMs = 4_000;

/** Completed GET requests a second over 16 persistent connections, with a browser's headers. */
async function requestsPerSecond(url: string): Promise<number> {
  await inRound(url, warmMs);
  return (await inRound(url, measureMs)) / (measureMs / 1000);
}

const asBrowser = { 'accept-encoding': 'gzip', accept: 'text/html' };

async function inRound(url: string, lengthMs: number): Promise<number> {
  const end = performance.now() + lengthMs;
  let answered = 0;
  const visitor = async () => {
    while (performance.now() < end) {
      await get(url, asBrowser);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  return answered;
}

const loads = 5;
const rounds = 3;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (value: number) => `${Math.round(value)} ms`;

function row(title: string, ours: string, bare: string, target = ''): void {
  console.log(`${title.padEnd(34)}${ours.padStart(22)}${bare.padStart(18)}   ${target}`);
}

async function medianLoad(browser: Browser, url: string): Promise<PageLoad> {
  const all: PageLoad[] = [];
  for (let load = 0; load < loads; load++) all.push(await loadPage(browser, url));
  const middle = (name: keyof PageLoad) => median(all.map((load) => load[name]));
  return {
    scriptBytes: middle('scriptBytes'),
    laterScriptBytes: middle('laterScriptBytes'),
    fonts: Math.max(...all.map(({ fonts }) => fonts)),
    fontBytes: middle('fontBytes'),
    cls: Math.max(...all.map(({ cls }) => cls)),
    tbtMs: middle('tbtMs'),
    lcpMs: middle('lcpMs'),
  };
}

async function compareLoads(ours: string, bare: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const other = await medianLoad(browser, bare);
    for (const path of ['/', '/ru']) {
      const { laterScriptBytes, ...load } = await medianLoad(browser, ours + path);
      const more = `${kB(load.scriptBytes - other.scriptBytes)} more`;
      row(
        `${path}  JavaScript, gzip`,
        `${kB(load.scriptBytes)} (${more})`,
        kB(other.scriptBytes),
        '<= 30 kB more',
      );
      row('  more of it later, by itself', kB(laterScriptBytes), kB(other.laterScriptBytes), '<= 65 kB');
      row('  fonts', `${load.fonts} (${kB(load.fontBytes)})`, `${other.fonts}`, '<= 2');
      row('  CLS', load.cls.toFixed(3), other.cls.toFixed(3), '0');
      row('  TBT, slow phone', ms(load.tbtMs), ms(other.tbtMs), '<= 20 ms more');
      row('  LCP, slow phone', ms(load.lcpMs), ms(other.lcpMs));
    }
  } finally {
    await browser.close();
  }
}

/** In turn, so that other load on the machine affects both. */
async function compareRequests(ours: string, bare: string): Promise<void> {
  const measured: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++)
    measured.push({ bare: await requestsPerSecond(bare), ours: await requestsPerSecond(ours) });
  const ratio = median(measured.map((one) => one.ours / one.bare));
  const [mine, others] = [median(measured.map((one) => one.ours)), median(measured.map((one) => one.bare))];
  row(
    'GET / a second',
    `${mine.toFixed(0)} (${ratio.toFixed(2)})`,
    others.toFixed(0),
    '>= 0.5 of the bare page',
  );
}

async function compareVerdicts(program: string, ours: string, bare: string): Promise<void> {
  const [mine, others] = [await lighthouse(ours, program), await lighthouse(bare, program)];
  row('Lighthouse, phone', mine, others, '97+/100/100/100');
}

const program = findBrowser();
const bare = await barePage();
try {
  const ours = await product();
  try {
    row('', 'Ovoz', 'bare Next page', 'target');
    await compareLoads(ours.url, bare.url);
    await compareRequests(`${ours.url}/`, `${bare.url}/`);
    await compareVerdicts(program, ours.url, bare.url);
  } finally {
    await ours.stop();
  }
} finally {
  await bare.stop();
}
process.exit(0);
