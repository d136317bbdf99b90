import { expect, languages, openHome, test, words } from './support/site.ts';

test('the sections stand in their order, with the anchors that links use', async ({ page }) => {
  for (const language of languages) {
    await openHome(page, language);
    const w = words(language);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      w.demo_tts_title,
      w.demo_stt_title,
      w.audiobooks_title,
      w.partners_title,
      w.cta_title,
      w.contact_title,
    ]);
    for (const id of ['demo-tts', 'demo-stt', 'contact']) await expect(page.locator(`#${id}`)).toHaveCount(1);
  }
});

test('the call button opens the phone form, which Escape closes', async ({ page }) => {
  await openHome(page, 'uz');
  const button = page.getByRole('button', { name: words('uz').hero_call });
  await button.click();
  await expect(page.getByRole('dialog', { name: words('uz').phone_title })).toBeVisible();
  await expect(page.getByRole('textbox', { name: words('uz').phone_label })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
});

test('a cover spreads the fan and turns over by hover, by focus and by tap', async ({
  page,
  browser,
  baseURL,
}) => {
  await openHome(page, 'en');
  const book = (name: string) => page.getByRole('button', { name });
  const title = words('en').audiobooks_alpomish_title;
  const first = book(words('en').audiobooks_farhod_title);
  const turned = (name: string) =>
    book(name)
      .locator(':scope > span')
      .evaluate((leaf) => new DOMMatrix(getComputedStyle(leaf).transform).m11 < -0.9);
  await expect(page.getByRole('list').filter({ has: first }).getByRole('listitem')).toHaveCount(6);
  await first.scrollIntoViewIfNeeded();
  const closed = await first.boundingBox();
  await book(title).hover();
  await expect.poll(() => turned(title)).toBe(true);
  await expect.poll(async () => ((await first.boundingBox())?.x ?? 0) < (closed?.x ?? 0) - 40).toBe(true);
  await page.mouse.move(0, 0);
  await expect.poll(() => turned(title)).toBe(false);
  await first.focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => turned(words('en').audiobooks_boburnoma_title)).toBe(true);

  const phone = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  const small = await phone.newPage();
  await openHome(small, 'en');
  const tapped = small.getByRole('button', { name: title });
  await tapped.tap();
  await expect(tapped).toHaveAttribute('aria-pressed', 'true');
  await tapped.tap();
  await expect(tapped).toHaveAttribute('aria-pressed', 'false');
  expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await phone.close();
});

test('help, chat and contact lead somewhere', async ({ page, request }) => {
  await openHome(page, 'ru');
  const w = words('ru');
  await page.getByRole('button', { name: w.help_open }).click();
  const help = page.getByRole('complementary', { name: w.help_open });
  await expect(help.getByRole('link', { name: w.help_contact })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: w.cta_contact, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.contact_title })).toBeInViewport();
  const chat = await page.getByRole('main').getByRole('link', { name: w.cta_chat }).getAttribute('href');
  const answer = await request.get(chat ?? '', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers().location).toBe(process.env.SUPPORT_CHAT_URL || '/ru#contact');
});

test('every link of the footer is answered', async ({ page, request }) => {
  await openHome(page, 'uz');
  const links = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThanOrEqual(10);
  for (const href of links) expect([href, (await request.get(href)).status()]).toEqual([href, 200]);
  await page.context().addCookies([{ name: 'ovoz_language', value: 'ru', url: page.url() }]);
  await page.getByRole('link', { name: words('uz').footer_demo_uz }).click();
  await expect(page).toHaveURL(/\/#demo-tts$/);
  await expect(page.getByRole('heading', { name: words('uz').demo_tts_title })).toBeInViewport();
});

test('the equalizer moves, and rests off screen and for those who want no motion', async ({ page }) => {
  await openHome(page, 'uz');
  const bars = page.getByRole('button', { name: words('uz').hero_call }).locator('rect');
  const heights = () => bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('height')).join());
  expect(await bars.count()).toBe(5);
  const first = await heights();
  await expect.poll(heights).not.toBe(first);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await expect.poll(async () => (await heights()) === (await heights())).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHome(page, 'uz');
  const resting = await heights();
  await page.getByRole('button', { name: words('uz').hero_call }).hover();
  for (let frames = 0; frames < 12; frames++)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await heights()).toBe(resting);
});
