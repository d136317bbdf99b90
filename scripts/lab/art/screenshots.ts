/**
 * npm run screenshots [-- home form …]: the site at five widths, in three languages, by day and by night, on a product of its own
 * with sample leads. BASE_URL names a running product, whose own leads are shown.
 */
import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright';
import { bookPassages } from '../../../lib/book-passages.ts';
import { cooldownKey, cooldownMs } from '../../../lib/contracts/cooldown.ts';
import { type Language, languageNames, languages } from '../../../lib/i18n/language.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { hrefIn, publicPages } from '../../../lib/i18n/routing.ts';
import type { Messages } from '../../../lib/i18n/strings.ts';
import { browserOptions } from '../../browser.ts';
import { testEnvironment } from '../../test/environment.ts';
import { fillOffice, sampleLive } from './sample-office.ts';
import { product } from '../product.ts';

const widths = [320, 360, 768, 1280, 1920] as const;
const heightOf = (width: number) => (width < 768 ? 740 : width < 1280 ? 1024 : 900);
const themes = ['light', 'dark'] as const;
const root = path.join(import.meta.dirname, '../../..');
const folder = path.join(root, 'screenshots');

interface ScreenshotVisit {
  page: Page;
  words: Messages;
  language: Language;
}

interface ScreenshotView {
  /** Path of the page, without a language. */
  path: string;
  /** Takes all of the page instead of what fits the window. */
  isWhole?: boolean;
  /** Answers of the API for what no product has at rest. */
  answers?: [path: RegExp, json: unknown][];
  /** Brings the page into the state that is shown. */
  act?: (visit: ScreenshotVisit) => Promise<void>;
  /** Ends what `act` began. */
  leave?: (visit: ScreenshotVisit) => Promise<void>;
  /** One visit per language with a changing window, so that a call is not held for each width. */
  isOneVisit?: boolean;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

async function playBook({ page, words }: ScreenshotVisit): Promise<void> {
  const book = page.getByRole('button', { name: words.audiobooks_otkan_title });
  await book.click();
  await page.getByText(bookPassages.otkan.text).scrollIntoViewIfNeeded();
}

async function convert({ page, words }: ScreenshotVisit): Promise<void> {
  await press(page, words.tts_convert);
  await press(page, words.tts_pause);
}

/** A number that has talked waits before it talks again, so each call has its own. */
async function startCall({ page, words }: ScreenshotVisit): Promise<void> {
  await press(page, words.hero_call);
  const phone = `90${randomInt(1_000_000, 10_000_000)}`;
  await page.getByRole('textbox', { name: words.phone_label }).fill(phone);
  await press(page, words.phone_submit);
}

const panelOf = ({ page, words }: ScreenshotVisit) =>
  page.getByRole('dialog', { name: words.voice_chat_title });

async function talk(visit: ScreenshotVisit): Promise<void> {
  await startCall(visit);
  const seconds = panelOf(visit).getByText(/^0:(0[5-9]|[1-5]\d)$/);
  await seconds.waitFor({ timeout: 60_000 });
}

/** A call that is left without its end takes a place of this browser for a while. */
const hangUp = ({ page, words }: ScreenshotVisit) => press(page, words.voice_chat_end);

async function typeAnswer(visit: ScreenshotVisit): Promise<void> {
  await talk(visit);
  await press(visit.page, visit.words.voice_chat_devices);
  await press(visit.page, visit.words.voice_chat_typing);
}

async function endCall(visit: ScreenshotVisit): Promise<void> {
  await talk(visit);
  await hangUp(visit);
  await panelOf(visit).getByText(visit.words.voice_chat_delivery_arrived).waitFor();
}

async function callDenied(visit: ScreenshotVisit): Promise<void> {
  await visit.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await startCall(visit);
  await panelOf(visit).getByRole('alert').waitFor();
}

async function callWhileBusy(visit: ScreenshotVisit): Promise<void> {
  await visit.page.route('**/api/get-token', (route) =>
    route.fulfill({ status: 503, json: { code: 'lines_busy', detail: '' } }),
  );
  await startCall(visit);
  await panelOf(visit).getByText(visit.words.voice_chat_lines_busy).waitFor();
}

async function waitForNextCall(visit: ScreenshotVisit): Promise<void> {
  await visit.page.evaluate(([key, untilMs]) => sessionStorage.setItem(key, untilMs), [
    cooldownKey,
    String(Date.now() + cooldownMs),
  ] as const);
  await press(visit.page, visit.words.hero_call);
  await panelOf(visit).getByRole('timer').waitFor();
}

async function submitEmpty({ page, words }: ScreenshotVisit): Promise<void> {
  await press(page, words.hero_call);
  await press(page, words.phone_submit);
  await page.getByText(words.phone_required_error).waitFor();
}

async function openLead({ page }: ScreenshotVisit): Promise<void> {
  const row = page.getByRole('article').first();
  await row.getByRole('heading').getByRole('button').click();
  await row.getByRole('list').first().waitFor();
}

const views: Record<string, ScreenshotView> = {
  ...Object.fromEntries(
    publicPages.map((one) => [
      one.slice(1) || 'home',
      { path: one, isWhole: true, isOneVisit: true } satisfies ScreenshotView,
    ]),
  ),
  top: { path: '/' },
  menu: {
    path: '/',
    act: ({ page, words, language }) => press(page, `${words.nav_language}: ${languageNames[language]}`),
  },
  form: { path: '/', act: submitEmpty },
  help: { path: '/', act: ({ page, words }) => press(page, words.help_open) },
  scrolled: { path: '/#audiobooks' },
  book: { path: '/', act: playBook },
  tts: { path: '/', act: convert },
  call: { path: '/', act: talk, leave: hangUp, isOneVisit: true },
  typing: { path: '/', act: typeAnswer, leave: hangUp, isOneVisit: true },
  card: { path: '/', act: endCall, isOneVisit: true },
  denied: { path: '/', act: callDenied, isOneVisit: true },
  busy: { path: '/', act: callWhileBusy, isOneVisit: true },
  leads: { path: '/admin/leads', act: ({ page }) => page.getByRole('article').first().waitFor() },
  lead: { path: '/admin/leads', isWhole: true, act: openLead },
  live: { path: '/admin/live', answers: [[/\/api\/admin\/live$/, sampleLive]] },
  insights: { path: '/admin/insights', isWhole: true },
  agent: { path: '/admin/agent', isWhole: true },
  setup: { path: '/admin/setup', isWhole: true },
  cooldown: { path: '/', act: waitForNextCall, isOneVisit: true },
};

/** The browser skips rows that the window does not show; a picture of the whole page shows them. */
const drawsRowsOutOfView = '[data-lead] { content-visibility: visible !important }';

/** Runs in the page. Waits for its fonts and pictures, which are drawn again at another width. */
async function settle(isWhole: boolean): Promise<void> {
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  // The browser draws a layer, as each cover is one, when the window comes near it.
  for (let top = document.body.scrollHeight; isWhole && top > 0; top -= innerHeight) {
    scrollTo(0, top);
    await new Promise(requestAnimationFrame);
  }
  if (isWhole) scrollTo(0, 0);
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

async function take(
  browser: Browser,
  baseURL: string,
  name: string,
  view: ScreenshotView,
): Promise<string[]> {
  const files: string[] = [];
  for (const language of languages) {
    const leave = async (page: Page) => {
      await view.leave?.({ page, words: messagesOf[language], language });
      await page.close();
    };
    let live: Page | undefined;
    for (const width of widths) {
      const viewport = { width, height: heightOf(width) };
      const page = live ?? (await visit(browser, { baseURL, viewport }, view, language));
      if (view.isOneVisit) live = page;
      await page.setViewportSize(viewport);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate(settle, view.isWhole === true);
        const file = `${name}-${width}-${language}-${colorScheme}.jpg`;
        await page.screenshot({
          path: path.join(folder, file),
          type: 'jpeg',
          quality: 85,
          fullPage: view.isWhole === true,
          style: drawsRowsOutOfView,
        });
        files.push(file);
      }
      if (!view.isOneVisit) await leave(page);
    }
    if (live) await leave(live);
  }
  return files;
}

async function visit(
  browser: Browser,
  settings: Pick<BrowserContextOptions, 'baseURL' | 'viewport'>,
  view: ScreenshotView,
  language: Language,
): Promise<Page> {
  const page = await browser.newPage({ ...settings, reducedMotion: 'reduce', locale: language });
  for (const [path, json] of view.answers ?? []) await page.route(path, (route) => route.fulfill({ json }));
  const isOffice = view.path.startsWith('/admin');
  // The office holds an open event stream, so the network is never idle.
  await page.goto(hrefIn(language, view.path), { waitUntil: isOffice ? 'load' : 'networkidle' });
  for (const loading of ['office_loading', 'leads_loading'] as const)
    await page.getByText(messagesOf[language][loading]).first().waitFor({ state: 'detached' });
  await view.act?.({ page, words: messagesOf[language], language });
  return page;
}

async function takeAll(baseURL: string, names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in views));
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}? There are: ${Object.keys(views).join(', ')}`);
  await mkdir(folder, { recursive: true });
  await using browser = await chromium.launch(browserOptions());
  const files: string[] = [];
  for (const [name, view] of Object.entries(views))
    if (names.length === 0 || names.includes(name)) files.push(...(await take(browser, baseURL, name, view)));
  const figures = files.map(
    (file) =>
      `<figure><figcaption>${file}</figcaption><img src="${file}" loading="lazy" height="600"></figure>`,
  );
  const style = '<style>body{display:flex;flex-wrap:wrap;font-family:sans-serif}figure{margin:.5rem}</style>';
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Ovoz</title>${style}${figures.join('')}`,
  );
  console.log(`${files.length} pictures: ${folder}/index.html`);
}

const { url, settings, stop } = await product(testEnvironment());
try {
  if (settings) await fillOffice(settings.DATABASE_URL);
  await takeAll(url, process.argv.slice(2));
} finally {
  await stop();
}
