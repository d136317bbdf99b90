import { cooldownKey, cooldownMs } from '../lib/contracts/cooldown.ts';
import { bookPassages } from '../lib/book-passages.ts';
import { languageNames } from '../lib/i18n/language.ts';
import { hrefIn, publicPages } from '../lib/i18n/routing.ts';
import { CallPanel } from './support/call-panel.ts';
import {
  controlsWithoutEdge,
  expectAccessibleByDayAndNight,
  expectUsableAtExtremes,
} from './support/accessible.ts';
import { expect, languages, openHome, test, words } from './support/site.ts';

test('axe finds nothing on the home page: at first, with its menu, its form, a book and an error', async ({
  page,
}) => {
  await openHome(page, 'ru');
  const w = words('ru');
  await expectAccessibleByDayAndNight(page);
  await page.getByRole('button', { name: `${w.nav_language}: ${languageNames.ru}` }).click();
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: w.hero_call }).click();
  await page.getByRole('button', { name: w.phone_submit }).click();
  await expect(page.getByText(w.phone_required_error)).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: w.help_open }).click();
  await page.getByRole('button', { name: w.audiobooks_kecha_title }).click();
  await expect(page.getByText(bookPassages.kecha.text)).toBeVisible();
  await page.getByRole('textbox', { name: w.tts_text }).clear();
  await page.getByRole('button', { name: w.tts_convert }).click();
  await expect(page.getByText(w.alert_enter_text)).toBeVisible();
  await expectAccessibleByDayAndNight(page);
});

test('axe finds nothing in the call panel, and it fits at 400 % in forced colours', async ({ page }) => {
  // Another test covers the page around it.
  const panel = '#call-panel';
  const answer = Promise.withResolvers<number>();
  let code = '';
  await page.route('**/api/get-token', async (route) =>
    route.fulfill({ status: await answer.promise, json: { code } }),
  );
  await openHome(page, 'en');
  const call = new CallPanel(page, 'en');
  await call.call('+998 90 123 45 67');
  await expect(call.status).toHaveText(call.strings.voice_chat_connecting);
  await expectAccessibleByDayAndNight(page, panel);
  answer.resolve(500);
  await expect(call.status).toHaveText(call.strings.voice_chat_connection_error);
  await expectAccessibleByDayAndNight(page, panel);
  code = 'lines_busy';
  await call.button('retry').click();
  await expect(call.status).toHaveText(call.strings.voice_chat_failed_lines_busy);
  await expectUsableAtExtremes(call.panel);
  await call.button('close').click();
  await page.evaluate(storeLastCall, [cooldownKey, String(Date.now() + cooldownMs)] as const);
  await page.reload();
  await page.getByRole('button', { name: call.strings.phone_last_call }).click();
  await expect(call.panel.getByText(call.strings.voice_chat_delivery_refused)).toBeVisible();
  await expectAccessibleByDayAndNight(page, panel);
  await expectUsableAtExtremes(call.panel);
  await call.button('close').click();
  await page.getByRole('button', { name: call.strings.hero_call }).click();
  await expect(call.button('mute')).toBeDisabled();
  await expectAccessibleByDayAndNight(page, panel);
});

test('the other pages do not scroll sideways at 400 %, and axe finds nothing on them at full size', async ({
  page,
}) => {
  for (const path of publicPages.filter((one) => one !== '/'))
    for (const language of languages) {
      await page.goto(hrefIn(language, path));
      // All languages have the same markup, so axe checks one.
      if (language === 'ru') await expectAccessibleByDayAndNight(page);
      const size = page.viewportSize();
      await page.setViewportSize({ width: 320, height: 256 });
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
      if (size) await page.setViewportSize(size);
    }
});

/** Runs in the page: stores a last call and its cooldown, as a tab does. */
function storeLastCall([cooldown, untilMs]: readonly [string, string]): void {
  const call = { room: 'chat-1', phone: '+998901234567', token: '', durationMs: 65_000, sentShare: 1 };
  const receipt = { answerWaitsMs: [600, 900], voice: [0.1, 0.6, 0.3], audioUrl: null, delivery: 'refused' };
  sessionStorage.setItem('ovoz_last_call', JSON.stringify({ ...call, ...receipt }));
  sessionStorage.setItem(cooldown, untilMs);
}

test('the first Tab offers to skip to the content', async ({ page }) => {
  await openHome(page, 'uz');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: words('uz').nav_skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('in forced colours the controls, the equalizer and the level meter are visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openHome(page, 'en');
  const w = words('en');
  await page.getByRole('button', { name: w.tts_convert }).scrollIntoViewIfNeeded();
  const controls = page
    .getByRole('button')
    .or(page.getByRole('link', { name: w.cta_chat }))
    .or(page.getByRole('link', { name: w.cta_contact }));
  expect(await controlsWithoutEdge(controls)).toEqual([]);
  const firstBar = page.getByRole('button', { name: w.hero_call }).locator('rect').first();
  const [fill, background] = await firstBar.evaluate((bar) => [
    getComputedStyle(bar).fill,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(fill).not.toBe(background);
  await page.route('**/api/get-token', () => undefined);
  const call = new CallPanel(page, 'en');
  await call.call('+998 90 123 45 67');
  await expect(call.button('end')).toBeVisible();
  expect(await controlsWithoutEdge(controls)).toEqual([]);
  const level = call.panel.getByRole('meter', { name: w.voice_chat_level });
  const [bar, panel] = await level.evaluate((meter) =>
    [meter.nextElementSibling, meter.closest('[role=dialog]')].map(
      (element) => element && getComputedStyle(element).backgroundColor,
    ),
  );
  expect(bar).not.toBe(panel);
});
