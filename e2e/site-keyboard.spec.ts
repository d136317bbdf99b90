import type { Locator, Page } from '@playwright/test';
import { languageNames } from '../lib/i18n/language.ts';
import { CallPanel } from './support/call-panel.ts';
import {
  expect,
  openHome,
  readMovements,
  test,
  waitForFrames,
  watchMovements,
  words,
} from './support/site.ts';

/** An element that Tab focuses. */
interface TabStop {
  name: string;
  /** Its index among all elements of the document, which is the reading order. */
  index: number;
  hasOutline: boolean;
  isCovered: boolean;
  /** True if it is too small for a thumb. A link inside a sentence never counts as small. */
  isSmall: boolean;
}

/** Tabs through the page from its beginning to the browser's own controls. */
async function tabThrough(page: Page): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const active = document.activeElement;
      if (!(active instanceof HTMLElement) || active === document.body) return null;
      const box = active.getBoundingClientRect();
      const target = (active.closest('label') ?? active).getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const outlined = [active, active.closest('label'), active.querySelector('*')].map(
        (element) => element && getComputedStyle(element),
      );
      return {
        name: active.getAttribute('aria-label') ?? active.innerText.trim().replace(/\s+/g, ' '),
        index: [...document.querySelectorAll('*')].indexOf(active),
        hasOutline: outlined.some(
          (style) => style?.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 2,
        ),
        isSmall: Math.min(target.height, target.width) < 44 && getComputedStyle(active).display !== 'inline',
        isCovered: !(
          top &&
          (active.contains(top) || top.contains(active) || active.closest('label')?.contains(top))
        ),
      };
    });
    if (stop === null || (stops.length > 0 && stop.index === stops[0]?.index)) return stops;
    stops.push(stop);
  }
}

for (const width of [360, 1280]) {
  test(`at ${width} px Tab follows the reading order, and each stop is visible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await openHome(page, 'en');
    const w = words('en');
    const stops = await tabThrough(page);
    const names = stops.map(({ name }) => name);
    const expected = [
      w.nav_skip,
      w.nav_home,
      `${w.nav_language}: ${languageNames.en}`,
      w.hero_call,
      w.tts_convert,
      w.tts_download,
      w.cta_contact,
      w.contact_agent_link,
      w.footer_docs,
      w.footer_privacy,
      w.help_open,
    ];
    expect(names.filter((name) => expected.includes(name))).toEqual(expected);
    const indexes = stops.map(({ index }) => index);
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
    expect(stops.filter(({ hasOutline }) => !hasOutline)).toEqual([]);
    expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
    if (width > 360) return;

    await test.step('on a phone: targets for a thumb, partners two by two, the footer in two columns', async () => {
      expect(stops.filter(({ isSmall }) => isSmall).map(({ name }) => name)).toEqual([]);
      const tops = (all: Locator) =>
        all.evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().top)));
      const partners = await tops(page.getByRole('region', { name: w.partners_title }).getByRole('listitem'));
      expect([partners[1], partners[3]]).toEqual([partners[0], partners[2]]);
      expect(partners[2]).toBeGreaterThan(partners[0] ?? 0);
      const columns = await tops(page.getByRole('contentinfo').getByRole('navigation'));
      expect(columns[0]).toBe(columns[1]);
    });
  });
}

test('the visitor fills and sends the form by keyboard, with the chosen language', async ({ page }) => {
  await page.route('**/api/get-token', (route) => route.fulfill({ status: 503, json: {} }));
  await openHome(page, 'uz');
  const w = words('uz');
  await page.getByRole('button', { name: w.hero_call }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: w.phone_label })).toBeFocused();
  await page.keyboard.type('901234567');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Русский' })).toBeChecked();
  const tokenRequest = page.waitForRequest('**/api/get-token');
  await page.keyboard.press('Enter');
  expect((await tokenRequest).postDataJSON()).toMatchObject({ language: 'ru' });
  const panel = page.getByRole('dialog', { name: w.voice_chat_title });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('button', { name: w.voice_chat_close })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('with reduced motion nothing on the page is animated', async ({ page }) => {
  const w = words('ru');
  await watchMovements(page);
  await openHome(page, 'ru');
  await expect(page.getByRole('button', { name: w.stt_sample_play })).toBeVisible();
  const expectStill = async () => {
    // A movement may begin some frames after its cause.
    await waitForFrames(page, 12);
    expect(await readMovements(page)).toEqual([]);
  };
  for (const section of await page.getByRole('main').getByRole('region').all()) {
    await section.scrollIntoViewIfNeeded();
    await expectStill();
  }
  await page.getByRole('button', { name: w.audiobooks_alpomish_title }).hover();
  await expectStill();
  await page.getByRole('textbox', { name: w.tts_text }).clear();
  await page.getByRole('button', { name: w.tts_convert }).click();
  await expect(page.getByText(w.alert_enter_text)).toBeVisible();
  await expectStill();
  await page.getByRole('button', { name: w.help_open }).click();
  await expectStill();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  await page.keyboard.press('Escape');
  await page.route('**/api/get-token', () => undefined);
  const call = new CallPanel(page, 'ru');
  await call.openForm();
  await expectStill();
  await page.keyboard.press('Escape');
  await call.call('+998 90 123 45 67');
  await expect(call.button('end')).toBeVisible();
  await expectStill();
});

test('at 400 % everything that opens stays inside the window', async ({ page }) => {
  // Russian has the longest texts.
  const language = 'ru';
  await page.setViewportSize({ width: 320, height: 256 });
  await openHome(page, language);
  const w = words(language);
  const expectNarrow = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: `${w.nav_language}: ${languageNames[language]}` }).click();
  for (const choice of await page.getByRole('menuitemradio').all())
    await expect(choice).toBeInViewport({ ratio: 1 });
  await expectNarrow();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: w.hero_call }).click();
  const field = page.getByRole('textbox', { name: w.phone_label });
  await expect(field).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: w.phone_submit }).click();
  await expect(page.getByText(w.phone_required_error)).toBeVisible();
  await expectNarrow();
  await field.fill('901234567');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/get-token', async (route) => {
    await answer.promise;
    await route.fulfill({ status: 503, json: {} });
  });
  await page.getByRole('button', { name: w.phone_submit }).click();
  const end = page.getByRole('button', { name: w.voice_chat_end });
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeInViewport({ ratio: 1 });
  await expectNarrow();
  answer.resolve();
  const panel = page.getByRole('dialog', { name: w.voice_chat_title });
  await expect(panel.getByRole('button', { name: w.voice_chat_close })).toBeInViewport({ ratio: 1 });
  await expect(panel.getByRole('status')).toBeInViewport({ ratio: 1 });
  await expectNarrow();
});
