import { hrefIn, languageNames } from '../lib/language.ts';
import { publicPages } from '../lib/pages.ts';
import { expect, expectAccessible, languages, openHome, test, words } from './support/site.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of languages) {
    test(`axe finds nothing, ${colorScheme}, ${language}, in any state of the page`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await openHome(page, language);
      const w = words(language);
      await expectAccessible(page);
      await page.getByRole('button', { name: `${w.nav_language}: ${languageNames[language]}` }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: w.hero_call }).click();
      await page.getByRole('button', { name: w.phone_submit }).click();
      await expect(page.getByText(w.phone_required_error)).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: w.help_open }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: w.audiobooks_kecha_title }).click();
      await expectAccessible(page);
    });
  }

  test(`axe finds nothing on the other pages, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of publicPages.filter((one) => one !== '/')) {
      await page.goto(hrefIn('ru', path));
      await expectAccessible(page);
    }
  });
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

test('at 400 % nothing is cut off sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const language of languages) {
    for (const path of publicPages) {
      await page.goto(hrefIn(language, path));
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
    }
  }
});

test('forced colours leave every control to be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openHome(page, 'en');
  const outline = (name: string) =>
    page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).borderTopStyle);
  for (const name of [words('en').cta_chat, words('en').cta_contact])
    expect(await outline(name)).toBe('solid');
});
