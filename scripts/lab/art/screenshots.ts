/**
 * npm run screenshots [-- home form …]: the site at five widths, in three languages, by day and by night, and the home page's
 * movements. It starts a product with sample leads. BASE_URL names a running product, whose own leads are shown.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright';
import { type Language, languages } from '../../../lib/i18n/language.ts';
import { hrefIn } from '../../../lib/i18n/routing.ts';
import { browserOptions } from '../../browser.ts';
import { testEnvironment } from '../../test/environment.ts';
import { prepareSteppedMotion } from '../../test/stepped-motion.ts';
import { openProduct } from '../product.ts';
import { type Visit, visitOf } from '../visit.ts';
import { fillOffice } from './sample-office.ts';
import { type Screenshot, views } from './views.ts';

const widths = [320, 360, 768, 1280, 1920];
const heightOf = (width: number) => (width < 768 ? 740 : width < 1280 ? 1024 : 900);
const folder = path.join(import.meta.dirname, '../../../screenshots');
const jpeg = { type: 'jpeg', quality: 85 } as const;
const looks = {
  light: { colorScheme: 'light', reducedMotion: 'no-preference' },
  dark: { colorScheme: 'dark', reducedMotion: 'no-preference' },
  reduced: { colorScheme: 'light', reducedMotion: 'reduce' },
} as const;
/** A movement takes 450 ms and begins a moment after the press. */
const moments = 8;
const stepsBetween = 5;
/** After this time the previous movement has ended. */
const settledMs = 700;

/** Runs in the page. Waits for its fonts and pictures, which change with the width. */
async function settle(isWhole: boolean): Promise<void> {
  // The browser skips rows that the window does not show; a picture of the whole page shows them.
  for (const row of document.querySelectorAll<HTMLElement>('[data-lead]'))
    row.style.contentVisibility = 'visible';
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  // The browser draws a layer, such as a book cover, only when the window comes near it.
  for (let top = document.body.scrollHeight; isWhole && top > 0; top -= innerHeight) {
    scrollTo(0, top);
    await new Promise(requestAnimationFrame);
  }
  if (isWhole) scrollTo(0, 0);
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

async function openView(
  browser: Browser,
  view: Screenshot,
  language: Language,
  options: BrowserContextOptions,
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, locale: language, ...options });
  if (view.move !== undefined) await context.addInitScript(prepareSteppedMotion);
  const visit = visitOf(await context.newPage(), language);
  // The office holds an open event stream, so the network is never idle.
  const waitUntil = view.path.startsWith('/admin') ? 'load' : 'networkidle';
  await visit.page.goto(hrefIn(language, view.path), { waitUntil });
  const untilLoaded = async () => {
    for (const loading of ['office_loading', 'leads_loading'] as const)
      await visit.page.getByText(visit.words[loading]).first().waitFor({ state: 'detached' });
  };
  await untilLoaded();
  await view.act?.(visit);
  await untilLoaded();
  return visit;
}

/** Takes pictures of a movement at eight moments, drawn in steps. */
async function takeMovement(browser: Browser, name: string, view: Screenshot): Promise<void> {
  for (const width of [360, 1280])
    for (const [look, media] of Object.entries(looks)) {
      const viewport = { width, height: heightOf(width) };
      const visit = await openView(browser, view, 'en', { viewport, ...media });
      const { page } = visit;
      await page.waitForTimeout(settledMs);
      await page.evaluate(() => window.ovozFreeze?.(true));
      await view.move?.(visit);
      for (let moment = 0; moment < moments; moment++) {
        await page.screenshot({ path: path.join(folder, `${name}-${width}-${look}-${moment}.jpg`), ...jpeg });
        for (let step = 0; step < stepsBetween; step++) await page.evaluate(advance);
      }
      await page.evaluate(() => window.ovozFreeze?.(false));
      await view.leave?.(visit);
      await page.context().close();
    }
}

/** Runs in the page. Draws one step, because one movement may follow another. */
async function advance(): Promise<void> {
  window.ovozStep?.(1000 / 60);
  await new Promise(requestAnimationFrame);
}

async function takePictures(
  browser: Browser,
  name: string,
  view: Screenshot,
  language: Language,
): Promise<void> {
  let visit: Visit | undefined;
  for (const width of widths) {
    const viewport = { width, height: heightOf(width) };
    visit ??= await openView(browser, view, language, { viewport, reducedMotion: 'reduce' });
    const { page } = visit;
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(settle, view.isWhole === true);
      const file = path.join(folder, `${name}-${width}-${language}-${colorScheme}.jpg`);
      await page.screenshot({ path: file, ...jpeg, fullPage: view.isWhole === true });
    }
    if (view.isOneVisit && width !== widths.at(-1)) continue;
    await view.leave?.(visit);
    await page.context().close();
    visit = undefined;
  }
}

const names = process.argv.slice(2);
const unknownNames = names.filter((name) => !(name in views));
if (unknownNames.length > 0)
  throw new Error(`${unknownNames.join(', ')}? There are: ${Object.keys(views).join(', ')}`);
const { url, settings, stop } = await openProduct(testEnvironment());
try {
  if (settings?.DATABASE_URL) await fillOffice(settings.DATABASE_URL);
  await mkdir(folder, { recursive: true });
  await using browser = await chromium.launch(browserOptions());
  for (const [name, view] of Object.entries(views)) {
    if (names.length > 0 && !names.includes(name)) continue;
    if (view.move !== undefined) await takeMovement(browser, name, view);
    else for (const language of languages) await takePictures(browser, name, view, language);
  }
  console.log(`Pictures: ${folder}`);
} finally {
  await stop();
}
