/**
 * npm run film-strips [-- dark phone-reduced …]: eight frames of each transition, by day, by night and with reduced motion. BASE_URL
 * names a running product.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import { browserOptions } from '../../browser.ts';
import { testEnvironment } from '../../test/environment.ts';
import { prepareSteppedMotion } from '../../test/stepped-motion.ts';
import { product } from '../product.ts';
import { fillForm, press, untilSent, untilTalked, visitOf } from '../visit.ts';

const frameCount = 8;
/** A transition takes 450 ms and begins a moment after the press. */
const betweenMs = 80;
const stepMs = 1000 / 60;
const settledMs = 700;
const folder = path.join(import.meta.dirname, '../../../screenshots/film-strips');

const looks = {
  light: { colorScheme: 'light', reducedMotion: 'no-preference' },
  dark: { colorScheme: 'dark', reducedMotion: 'no-preference' },
  reduced: { colorScheme: 'light', reducedMotion: 'reduce' },
} as const;
const screens = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;

/** Takes eight screenshots after `act`. */
async function film(page: Page, act: () => Promise<unknown>): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  await page.evaluate(() => window.ovozFreeze?.(true));
  await act();
  while (frames.length < frameCount) {
    await page.evaluate(advance, { ms: frames.length === 0 ? 0 : betweenMs, stepMs });
    frames.push(await page.screenshot({ type: 'jpeg', quality: 80 }));
  }
  await page.evaluate(() => window.ovozFreeze?.(false));
  return frames;
}

/** Runs in the page. Draws each step, because one movement may follow another. */
async function advance({ ms, stepMs }: { ms: number; stepMs: number }): Promise<void> {
  for (let at = 0; at < ms; at += stepMs) {
    window.ovozStep?.(stepMs);
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
}

async function strip(browser: Browser, name: string, frames: Buffer[]): Promise<void> {
  await using page = await browser.newPage({ viewport: { width: 1600, height: 400 } });
  const pictures = frames.map((one) => `<img src="data:image/jpeg;base64,${one.toString('base64')}">`);
  const style =
    'body{margin:0;display:grid;grid-template-columns:repeat(4,1fr);gap:4px;background:#888}img{width:100%}';
  await page.setContent(`<style>${style}</style>${pictures.join('')}`);
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

async function transitions(
  browser: Browser,
  url: string,
  look: keyof typeof looks,
  screen: keyof typeof screens,
) {
  await using context = await browser.newContext({
    ...looks[look],
    viewport: screens[screen],
    permissions: ['microphone'],
    baseURL: url,
  });
  const page = await context.newPage();
  await page.addInitScript(prepareSteppedMotion);
  await page.goto('/en', { waitUntil: 'networkidle' });
  const saveStrip = async (name: string, act: () => Promise<unknown>) =>
    strip(browser, `${name}-${screen}-${look}`, await film(page, act));
  const visit = visitOf(page);

  await saveStrip('1-form', () => press(visit, 'hero_call'));
  await saveStrip('2-form-closes', () => page.keyboard.press('Escape'));
  await fillForm(visit);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(settledMs);
  await saveStrip('3-panel', () => press(visit, 'phone_submit'));
  await untilTalked(visit, 9);
  await page.screenshot({ path: path.join(folder, `call-${screen}-${look}.png`) });
  await saveStrip('4-card', () => press(visit, 'voice_chat_end'));
  await untilSent(visit);
  await page.waitForTimeout(settledMs);
  await page.screenshot({ path: path.join(folder, `card-${screen}-${look}.png`) });
  await saveStrip('5-close', () => press(visit, 'voice_chat_close'));
  await saveStrip('6-navbar', () => page.mouse.wheel(0, 60));
}

async function filmAll(url: string, names: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using browser = await chromium.launch(browserOptions());
  for (const screen of ['desktop', 'phone'] as const)
    for (const look of ['light', 'dark', 'reduced'] as const)
      if (names.length === 0 || names.includes(look) || names.includes(`${screen}-${look}`))
        await transitions(browser, url, look, screen);
  console.log(`Film strips: ${folder}`);
}

const { url, stop } = await product(testEnvironment());
await filmAll(url, process.argv.slice(2)).finally(stop);
