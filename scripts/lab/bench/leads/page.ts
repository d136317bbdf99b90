import { type Browser, type Page, chromium } from 'playwright';
import { browserOptions } from '../../../browser.ts';
import { framesASecond, median } from '../timing.ts';

const loads = 5;
const wheelTurns = 240;
const wheelPx = 60;

/** Measures the admin page's first load in a new browser, and its scrolling. */
export async function benchPage(baseUrl: string): Promise<void> {
  await using browser = await chromium.launch(browserOptions());
  const paintsMs: number[] = [];
  for (let i = 0; i < loads; i++) {
    const { page, firstLeadMs } = await open(browser, baseUrl);
    paintsMs.push(firstLeadMs);
    await page.context().close();
  }
  console.log(
    `\nadmin page: first lead after ${median(paintsMs).toFixed(0)} ms (target 700), median of ${loads}`,
  );
  const { page } = await open(browser, baseUrl);
  const rate = await framesASecond(page, () => scroll(page));
  console.log(`scroll: ${rate.toFixed(1)} frames a second (target 60)`);
}

/** Opens the list, and measures up to the first frame with a lead. */
async function open(browser: Browser, baseUrl: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/en/admin/leads`, { waitUntil: 'commit' });
  // Playwright checks this in each frame.
  const leadAt = await page.waitForFunction(
    () => document.querySelector('article') !== null && performance.now(),
  );
  return { page, firstLeadMs: Number(await leadAt.jsonValue()) };
}

/** Turns the wheel down and up through a page of leads. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(640, 400);
  for (let i = 0; i < wheelTurns; i++) await page.mouse.wheel(0, i < wheelTurns / 2 ? wheelPx : -wheelPx);
}
