/**
 * npm run bench:minarets: frames and main-thread cost of a call's minarets on a phone's screen, at three CPU speeds. BASE_URL names
 * a running product.
 */
import { type Browser, chromium, type Page } from 'playwright';
import en from '../../../messages/en.json' with { type: 'json' };
import { browserOptions } from '../../browser.ts';
import { product } from './product.ts';

const phone = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const slowdowns = [1, 2, 4];
const settleMs = 2_000;
const measureMs = 8_000;

interface Cost {
  framesPerSecond: number;
  scriptMs: number;
  styleMs: number;
  layoutMs: number;
  /** All of the main thread's work. */
  taskMs: number;
  longTasks: number;
}

/** Runs in the page: counts its frames and long tasks for this time. */
async function countFrames(forMs: number): Promise<{ frames: number; longTasks: number }> {
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ type: 'longtask' });
  const endMs = performance.now() + forMs;
  let frames = 0;
  await new Promise<void>((resolve) => {
    const next = (nowMs: number) => {
      frames++;
      if (nowMs < endMs) requestAnimationFrame(next);
      else resolve();
    };
    requestAnimationFrame(next);
  });
  observer.disconnect();
  return { frames, longTasks };
}

async function measure(page: Page, slowdown: number): Promise<Cost> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devtools.send('Performance.enable', { timeDomain: 'timeTicks' });
  await page.waitForTimeout(settleMs);
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  };
  const before = await read();
  const { frames, longTasks } = await page.evaluate(countFrames, measureMs);
  const after = await read();
  const each = (name: string) => (after(name) - before(name)) / frames;
  await devtools.detach();
  return {
    framesPerSecond: frames / (measureMs / 1000),
    scriptMs: each('ScriptDuration'),
    styleMs: each('RecalcStyleDuration'),
    layoutMs: each('LayoutDuration'),
    taskMs: each('TaskDuration'),
    longTasks,
  };
}

async function openCall(page: Page, url: string): Promise<void> {
  await page.goto(new URL('/en', url).href);
  await page.getByRole('button', { name: en.hero_call }).click();
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  await page.getByRole('textbox', { name: en.phone_label }).fill(`+998 90 ${digits}`);
  await page.getByRole('button', { name: en.phone_submit }).click();
  await page.getByText(en.voice_chat_agent_connected).waitFor();
}

const pages: [title: string, open: (page: Page, url: string) => Promise<void>][] = [
  ['an empty page', async (page) => void (await page.goto('about:blank'))],
  ['the home page', async (page, url) => void (await page.goto(new URL('/en', url).href))],
  ['the home page in a call', openCall],
];

async function compare(browser: Browser, url: string): Promise<void> {
  console.log(
    '                            slower  frames/s  script  style  layout  their sum  all tasks  long tasks',
  );
  for (const [title, open] of pages)
    for (const slowdown of slowdowns) {
      const context = await browser.newContext({ ...phone, permissions: ['microphone'] });
      const page = await context.newPage();
      await open(page, url);
      const cost = await measure(page, slowdown);
      const shown = [cost.scriptMs, cost.styleMs, cost.layoutMs].map((ms) => ms.toFixed(2).padStart(6));
      const sum = cost.scriptMs + cost.styleMs + cost.layoutMs;
      console.log(
        `${title.padEnd(28)}${String(slowdown).padStart(6)}${cost.framesPerSecond.toFixed(1).padStart(10)}  ${shown.join('  ')}` +
          `${sum.toFixed(2).padStart(9)} ms${cost.taskMs.toFixed(2).padStart(8)} ms${String(cost.longTasks).padStart(12)}`,
      );
      await context.close();
    }
  console.log('Milliseconds a frame. Sixty frames a second leave 16.7 of them.');
}

const running = await product();
try {
  const browser = await chromium.launch(browserOptions());
  await compare(browser, running.url).finally(() => browser.close());
} finally {
  await running.stop();
}
process.exit(0);
