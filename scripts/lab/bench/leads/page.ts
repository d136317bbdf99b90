import { type Browser, type Page, chromium } from 'playwright';
import { browserOptions } from '../../../browser.ts';
import { framesASecond, median } from '../timing.ts';

const loads = 5;
const wheelTurns = 240;
const wheelPx = 60;

/** Measures the admin page's first load in a new browser, its scrolling, and changes to the other pages of the office. */
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
  const changesMs = await pageChanges(page);
  console.log(`another page of the office: after ${median(changesMs).toFixed(0)} ms (target 100)`);
}

/** Presses each tab of the office. @returns the time to the first frame with the page's title, in milliseconds */
async function pageChanges(page: Page): Promise<number[]> {
  const tabs = await page.getByRole('navigation', { name: 'Office pages' }).getByRole('link').all();
  const changesMs: number[] = [];
  // The first tab is the open page, so it comes last.
  for (const tab of [...tabs.slice(1), ...tabs.slice(0, 1)]) {
    const titleBefore = await page.locator('h1').textContent();
    const beganMs = await tab.evaluate((link: HTMLElement) => {
      const pressedMs = performance.now();
      link.click();
      return pressedMs;
    });
    const changedAt = await page.waitForFunction((before) => {
      const title = document.querySelector('h1')?.textContent;
      return title !== undefined && title !== before && performance.now();
    }, titleBefore);
    changesMs.push(Number(await changedAt.jsonValue()) - beganMs);
  }
  return changesMs;
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
