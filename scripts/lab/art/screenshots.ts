/**
 * npm run screenshots [-- home form …]: the site at five widths, in three languages, by day and by night. It starts a product with
 * sample leads. BASE_URL names a running product, whose own leads are shown.
 */
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { type Language, languages } from '../../../lib/i18n/language.ts';
import { hrefIn } from '../../../lib/i18n/routing.ts';
import { browserOptions } from '../../browser.ts';
import { testEnvironment } from '../../test/environment.ts';
import { openProduct } from '../../test/product-under-test.ts';
import { visitOf } from '../visit.ts';
import { fillOffice } from './sample-office.ts';
import { type Screenshot, views } from './views.ts';

const widths = [320, 360, 768, 1280, 1920];
const heightOf = (width: number) => (width < 768 ? 740 : width < 1280 ? 1024 : 900);
const folder = path.join(import.meta.dirname, '../../../screenshots');

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

/** Opens a view in a language, and takes its pictures at each width, by day and by night. */
async function takePictures(
  browser: Browser,
  name: string,
  { path: route, isWhole = false, act, leave }: Screenshot,
  language: Language,
): Promise<void> {
  await using context = await browser.newContext({
    baseURL: product.url,
    locale: language,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const visit = visitOf(page, language);
  // The office holds an open event stream, so the network is never idle.
  const waitUntil = route.startsWith('/admin') ? 'load' : 'networkidle';
  await page.goto(hrefIn(language, route), { waitUntil });
  const untilLoaded = () => page.getByText(visit.words.office_loading).first().waitFor({ state: 'detached' });
  await untilLoaded();
  await act?.(visit);
  await untilLoaded();
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightOf(width) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(settle, isWhole);
      const file = path.join(folder, `${name}-${width}-${language}-${colorScheme}.jpg`);
      await page.screenshot({ path: file, type: 'jpeg', quality: 85, fullPage: isWhole });
    }
  }
  await leave?.(visit);
}

const names = process.argv.slice(2);
const unknownNames = names.filter((name) => !(name in views));
if (unknownNames.length > 0)
  throw new Error(`${unknownNames.join(', ')}? There are: ${Object.keys(views).join(', ')}`);
await using product = await openProduct(testEnvironment());
if (product.settings?.DATABASE_URL) await fillOffice(product.settings.DATABASE_URL);
await using browser = await chromium.launch(browserOptions());
for (const [name, view] of Object.entries(views))
  if (names.length === 0 || names.includes(name))
    for (const language of languages) await takePictures(browser, name, view, language);
console.log(`Pictures: ${folder}`);
