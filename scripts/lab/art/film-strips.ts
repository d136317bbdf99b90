/**
 * npm run film-strips: eight frames of each transition, by day, by night and with reduced motion. BASE_URL names a running product.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import words from '../../../messages/en.json' with { type: 'json' };
import { browserOptions } from '../../browser.ts';
import { testEnvironment } from '../../test/environment.ts';
import { prepareSlowMotion, setSpeed } from '../../test/slow-motion.ts';
import { product } from '../product.ts';

const frameCount = 8;
/** A little longer than a transition, which begins a moment after the press. In the page's time. */
const lengthMs = 700;
/** The page's clock is slowed during a film, so that a slow machine draws all of its frames. */
const slowdown = 5;
const folder = path.join(import.meta.dirname, '../../../screenshots/film-strips');

const looks = {
  light: { colorScheme: 'light', reducedMotion: 'no-preference' },
  dark: { colorScheme: 'dark', reducedMotion: 'no-preference' },
  reduced: { colorScheme: 'light', reducedMotion: 'reduce' },
} as const;
const screens = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;

interface Frame {
  data: Buffer;
  timestamp: number;
}

declare global {
  interface Window {
    /** When the last click, key or wheel event arrived in the page, later than it was sent. */
    ovozActedMs?: number;
  }
}

/** Runs in the page. */
function watchActs(): void {
  for (const name of ['click', 'keydown', 'wheel'])
    addEventListener(name, () => (window.ovozActedMs = Date.now()), true);
}

/** Takes the screen at eight moments after `act` has reached the page. */
async function film(page: Page, act: () => Promise<unknown>): Promise<Frame[]> {
  const frames: Frame[] = [];
  const size = page.viewportSize() ?? undefined;
  await setSpeed(page, 1 / slowdown);
  await page.screencast.start({ size, quality: 80, onFrame: (frame) => void frames.push(frame) });
  await act();
  await page.waitForTimeout((lengthMs + 100) * slowdown);
  await page.screencast.stop();
  await setSpeed(page, 1);
  const startMs = await page.evaluate(() => window.ovozActedMs ?? 0);
  return Array.from({ length: frameCount }, (_, at) => {
    const untilMs = startMs + (at * lengthMs * slowdown) / (frameCount - 1);
    return frames.findLast(({ timestamp }) => timestamp <= untilMs) ?? frames[0];
  }).filter((frame) => frame !== undefined);
}

async function strip(browser: Browser, name: string, frames: Frame[]): Promise<void> {
  await using page = await browser.newPage({ viewport: { width: 1600, height: 400 } });
  const pictures = frames.map(({ data }) => `<img src="data:image/jpeg;base64,${data.toString('base64')}">`);
  const style =
    'body{margin:0;display:grid;grid-template-columns:repeat(4,1fr);gap:4px;background:#888}img{width:100%}';
  await page.setContent(`<style>${style}</style>${pictures.join('')}`);
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

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
  await page.addInitScript(prepareSlowMotion);
  await page.addInitScript(watchActs);
  await page.goto('/en', { waitUntil: 'networkidle' });
  const of = async (name: string, act: () => Promise<unknown>) =>
    strip(browser, `${name}-${screen}-${look}`, await film(page, act));
  const phone = page.getByRole('textbox', { name: words.phone_label });
  const panel = page.getByRole('dialog', { name: words.voice_chat_title });

  await of('1-form', () => press(page, words.hero_call));
  await of('2-form-closes', () => page.keyboard.press('Escape'));
  await press(page, words.hero_call);
  await phone.fill(`+998 90 ${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(lengthMs);
  await of('3-panel', () => press(page, words.phone_submit));
  await panel.getByText(/^0:(0[9]|[1-5]\d)$/).waitFor({ timeout: 90_000 });
  await page.screenshot({ path: path.join(folder, `call-${screen}-${look}.png`) });
  await of('4-card', () => press(page, words.voice_chat_end));
  await panel.getByText(words.voice_chat_delivery_arrived).waitFor();
  await page.waitForTimeout(lengthMs);
  await page.screenshot({ path: path.join(folder, `card-${screen}-${look}.png`) });
  await of('5-close', () => press(page, words.voice_chat_close));
  await of('6-navbar', () => page.mouse.wheel(0, 60));
}

async function filmAll(url: string, names: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using browser = await chromium.launch(browserOptions());
  for (const screen of ['desktop', 'phone'] as const)
    for (const look of ['light', 'dark', 'reduced'] as const)
      if (names.length === 0 || names.includes(look) || names.includes(`${screen}-${look}`))
        await transitions(browser, url, look, screen);
  await writeFile(path.join(folder, '.gitignore'), '*\n');
  console.log(`Film strips: ${folder}`);
}

const { url, stop } = await product(testEnvironment());
await filmAll(url, process.argv.slice(2)).finally(stop);
