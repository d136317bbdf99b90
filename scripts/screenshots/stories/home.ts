import { languageNames } from '../../../lib/i18n/language.ts';
import { hrefIn } from '../../../lib/i18n/routing.ts';
import type { Story, Visit } from '../camera.ts';

/** Opens the home page, with everything on it that comes late. */
export async function openHome({ page, language, words }: Visit): Promise<void> {
  await page.goto(hrefIn(language, '/'));
  for (const section of await page.getByRole('main').getByRole('region').all())
    await section.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: words.tts_convert }).waitFor();
  await page.getByRole('button', { name: words.stt_start }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  await page.evaluate(() => document.fonts.ready);
  await scrollTo(page, 0);
}

async function scrollTo(page: Visit['page'], top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await page.waitForFunction(
    (isScrolled) => document.documentElement.hasAttribute('data-scrolled') === isScrolled,
    top > 50,
  );
}

export const home: Story = {
  name: 'home',
  async tell(visit) {
    const { page, words, language, take } = visit;
    await openHome(visit);
    await take('home-top');
    await take('home-whole', 'whole page');
    await scrollTo(page, 400);
    await take('navbar-scrolled');
    const switcher = page.getByRole('button', { name: `${words.nav_language}: ${languageNames[language]}` });
    await switcher.click();
    await page.getByRole('menuitemradio').first().waitFor();
    await take('menu-open-scrolled');
    await page.keyboard.press('Escape');
    await scrollTo(page, 0);
    await switcher.click();
    await page.getByRole('menuitemradio').first().waitFor();
    await take('menu-open');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.help_open }).click();
    await page.getByRole('link', { name: words.help_contact }).waitFor();
    await take('help-open');
    await page.keyboard.press('Escape');
  },
};

export const sections: Story = {
  name: 'sections',
  async tell(visit) {
    const { page, words, width, take } = visit;
    await openHome(visit);
    const titled = {
      tts: words.demo_tts_title,
      stt: words.demo_stt_title,
      audiobooks: words.audiobooks_title,
      partners: words.partners_title,
      cta: words.cta_title,
      contact: words.contact_title,
    };
    for (const [name, title] of Object.entries(titled))
      await take(`section-${name}`, page.getByRole('region', { name: title, exact: true }));
    await take('footer', page.getByRole('contentinfo'));
    const books = page.getByRole('region', { name: words.audiobooks_title });
    const book = books.getByRole('button', { name: words.audiobooks_otkan_title });
    if (width === 360) await book.tap();
    else await book.hover();
    await take('covers-turned', books);
    await page.keyboard.press('Tab');
    await page.goto('/nothing-here');
    await take('unknown-address');
  },
};

export const keyboard: Story = {
  name: 'keyboard',
  async tell({ page, language, words, take }) {
    await page.goto(hrefIn(language, '/'));
    await page.keyboard.press('Tab');
    await take('focus-skip-link');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: words.hero_call }).and(page.locator(':focus')).waitFor();
    await take('focus-call-button');
  },
};

export const form: Story = {
  name: 'form',
  async tell(visit) {
    const { page, words, take } = visit;
    await openHome(visit);
    await page.getByRole('button', { name: words.hero_call }).click();
    const field = page.getByRole('textbox', { name: words.phone_label });
    await field.waitFor();
    await take('form-open');
    await page.getByRole('button', { name: words.phone_submit }).click();
    await page.getByText(words.phone_required_error).waitFor();
    await take('form-empty');
    await field.pressSequentially('111234567');
    await page.getByRole('button', { name: words.phone_submit }).click();
    await page.getByText(words.phone_invalid_error).waitFor();
    await take('form-invalid');
  },
};
