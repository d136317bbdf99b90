import type { Page } from '@playwright/test';
import { languageCookie, languageNames } from '../lib/i18n/language.ts';
import type { Language } from '../lib/i18n/language.ts';
import { expect, openHome, readShift, test, watchShift, words } from './support/site.ts';

/** The button that names the current language. */
function switcher(page: Page, language: Language) {
  return page.getByRole('button', { name: `${words(language).nav_language}: ${languageNames[language]}` });
}

test('past 50 pixels the navbar becomes a small floating bar, and nothing shifts', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watchShift(page);
  await openHome(page, 'uz');
  const logo = page.getByRole('link', { name: words('uz').nav_home });
  const atTop = await logo.boundingBox();
  await page.mouse.wheel(0, 50);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(50);
  expect((await logo.boundingBox())?.x).toBe(atTop?.x);
  await page.mouse.wheel(0, 1);
  await expect.poll(async () => ((await logo.boundingBox())?.x ?? 0) - (atTop?.x ?? 0)).toBeGreaterThan(60);
  await page.mouse.wheel(0, -51);
  await expect.poll(async () => (await logo.boundingBox())?.x).toBe(atTop?.x);
  expect(await readShift(page)).toBe(0);
});

test('the whole page loads and scrolls without a shift', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watchShift(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page, 'ru');
  for (let screens = 0; screens < 12; screens++) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  expect(await readShift(page)).toBe(0);
});

for (const width of [320, 768])
  test(`at ${width} px the help button hides while the visitor scrolls down, and returns at the end, on the way up and by keyboard`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await openHome(page, 'ru');
    const help = page.getByRole('button', { name: words('ru').help_open });
    await expect(help).toBeInViewport({ ratio: 1 });
    // Scrolls again until the scripts have loaded, because they hide the button.
    await expect(async () => {
      await page.mouse.wheel(0, 200);
      await expect(help).not.toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await help.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(help).toBeInViewport({ ratio: 1 });
    await help.blur();
    await expect(help).not.toBeInViewport();
    await page.mouse.wheel(0, -40);
    await expect(help).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByText(words('ru').footer_rights.split(' ').at(-1) ?? '').last()).toBeInViewport();
    await expect(help).toBeInViewport({ ratio: 1 });
  });

test('the switcher names the language, lists three, and changes it in place', async ({ page, context }) => {
  await openHome(page, 'uz');
  const heading = (language: Language) =>
    page.getByRole('heading', { name: words(language).audiobooks_title });
  await heading('uz').scrollIntoViewIfNeeded();
  await switcher(page, 'uz').click();
  const choices = page.getByRole('menuitemradio');
  await expect(choices).toHaveText([languageNames.uz, languageNames.ru, languageNames.en]);
  await expect(choices.nth(0)).toHaveAttribute('aria-checked', 'true');
  // Fonts change the line breaks of the text beside the heading, and so its position.
  await page.evaluate(() => document.fonts.ready);
  const topBefore = (await heading('uz').boundingBox())?.y ?? 0;
  await choices.nth(1).click();
  await expect(heading('ru')).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await heading('ru').boundingBox())?.y ?? 0) - topBefore))
    .toBeLessThan(2);
  expect(new URL(page.url()).pathname).toBe('/ru');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(choices).toHaveCount(0);
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === languageCookie)?.value).toBe('ru');
  await page.goto('/');
  expect(new URL(page.url()).pathname).toBe('/ru');
});

test('a switch of language returns to the section in view where only one language has a sample conversation', async ({
  page,
}) => {
  await page.route('**/api/site', async (route) => {
    const facts = await (await route.fetch()).json();
    await route.fulfill({ json: { ...facts, samples: ['uz'] } });
  });
  await openHome(page, 'uz');
  await expect(page.getByRole('button', { name: words('uz').hero_listen })).toBeVisible();
  const heading = (language: Language) =>
    page.getByRole('heading', { name: words(language).audiobooks_title });
  await heading('uz').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  const topBefore = (await heading('uz').boundingBox())?.y ?? 0;
  await switcher(page, 'uz').click();
  await page.getByRole('menuitemradio', { name: languageNames.ru }).click();
  await expect(heading('ru')).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await heading('ru').boundingBox())?.y ?? 0) - topBefore))
    .toBeLessThan(2);
});

test('arrows and Escape operate the switcher, which retains the focus, and a mouse press outside closes it', async ({
  page,
}) => {
  await openHome(page, 'en');
  const button = switcher(page, 'en');
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await expect(choice(languageNames.en)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(choice(languageNames.uz)).toBeFocused();
  await page.keyboard.press('End');
  await expect(choice(languageNames.en)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(choice(languageNames.en)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(switcher(page, 'ru')).toBeFocused();

  await switcher(page, 'ru').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.move(300, 600);
  await page.mouse.down();
  await expect(page.getByRole('menu')).toBeHidden();
  await page.mouse.up();
});

test('local storage decides if neither the path nor a cookie names a language of the site', async ({
  page,
  context,
}) => {
  await page.goto('/robots.txt');
  await page.evaluate((key) => localStorage.setItem(key, 'ru'), languageCookie);
  await context.addCookies([{ name: languageCookie, value: 'de', url: page.url() }]);
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('ru').privacy_title);
  await context.clearCookies();
  await page.goto('/en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en').hero_title);
});
