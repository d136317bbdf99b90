import { type Page, chromium } from 'playwright';
import { browserOptions } from '../../browser.ts';
import { fillForm, press, visitOf } from '../visit.ts';
import { nextPhone } from './visitors.ts';

/** The processor's whole speed, half of it, a quarter of it. */
const slowdowns = [1, 2, 4];
/** A movement takes 450 ms. */
const movementMs = 500;
const scrollMs = 1_000;

type Rates = Record<'scroll' | 'form opens' | 'form closes' | 'form becomes panel', number>;

/** Frames a second while the page moves, for each slowdown: ours, and those of a moving square on the bare page. */
export async function frameRates(ours: string, bare: string): Promise<Record<string, string[]>> {
  await using browser = await chromium.launch(browserOptions());
  const rows: Record<string, string[]> = {};
  for (const slowdown of slowdowns) {
    await using context = await browser.newContext({ permissions: ['microphone'] });
    const reference = await slowPage(await context.newPage(), bare, slowdown);
    const square = await framesASecond(reference, movementMs, () =>
      reference.evaluate(moveSquare, movementMs),
    );
    const rates = await ratesOf(await slowPage(await context.newPage(), `${ours}/en`, slowdown));
    const target = slowdown === 4 ? 50 : 60;
    for (const [movement, rate] of Object.entries(rates))
      rows[`${movement}, 1/${slowdown}`] = [rate.toFixed(0), square.toFixed(0), `${target} a second`];
  }
  return rows;
}

async function slowPage(page: Page, url: string, rate: number): Promise<Page> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(url, { waitUntil: 'networkidle' });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

async function ratesOf(page: Page): Promise<Rates> {
  const visit = visitOf(page);
  const whileMoving = (act: () => Promise<unknown>) => framesASecond(page, movementMs, act);
  const scroll = await framesASecond(page, scrollMs, () =>
    page.evaluate(() => scrollTo({ top: 2_000, behavior: 'smooth' })),
  );
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const opens = await whileMoving(() => press(visit, 'hero_call'));
  const closes = await whileMoving(() => page.keyboard.press('Escape'));
  await fillForm(visit, nextPhone());
  const becomes = await whileMoving(() => press(visit, 'phone_submit'));
  return { scroll, 'form opens': opens, 'form closes': closes, 'form becomes panel': becomes };
}

async function framesASecond(page: Page, ms: number, act: () => Promise<unknown>): Promise<number> {
  const counted = page.evaluate(countFrames, ms);
  await act();
  return counted;
}

/** Runs in the page. */
function countFrames(ms: number): Promise<number> {
  return new Promise((resolve) => {
    let frames = 0;
    let firstMs: number | undefined;
    const next = (atMs: number) => {
      firstMs ??= atMs;
      const passedMs = atMs - firstMs;
      if (passedMs >= ms) resolve((1000 * frames) / passedMs);
      else {
        frames++;
        requestAnimationFrame(next);
      }
    };
    requestAnimationFrame(next);
  });
}

/** Runs in the page. */
function moveSquare(durationMs: number): void {
  const square = document.createElement('div');
  square.style.cssText = 'width: 200px; height: 200px; background: teal';
  document.body.append(square);
  square.animate([{ width: '200px' }, { width: '800px' }], durationMs);
}
