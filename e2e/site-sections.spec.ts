import { bookPassages } from '../lib/book-passages.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, languages, openHome, test, waitForFrames, words } from './support/site.ts';

/** Runs in the page. Returns each text on the front of a book that has a covered end of a line. */
function coveredWords(book: Element): string[] {
  const texts = document.createNodeIterator(book, NodeFilter.SHOW_TEXT);
  const covered: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // The back, with its quotation in Uzbek, is turned away.
    if (!text.parentElement?.closest('[aria-hidden]') || text.parentElement.closest('button [lang]'))
      continue;
    const line = document.createRange();
    line.selectNodeContents(text);
    const isShown = [...line.getClientRects()].every(({ left, right, top, bottom }) =>
      [left + 1, right - 1].every((x) => book.contains(document.elementFromPoint(x, (top + bottom) / 2))),
    );
    if (!isShown) covered.push(text.textContent ?? '');
  }
  return covered;
}

for (const language of languages)
  test(`the home page is whole in ${language}`, async ({ page }) => {
    await openHome(page, language);
    const w = words(language);

    await test.step('a title and structured data for search engines', async () => {
      await expect(page).toHaveTitle(w.site_title);
      const data: { '@graph': { '@type': string }[] } = JSON.parse(
        (await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}',
      );
      expect(data['@graph'].map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite']);
    });

    await test.step('the sections in their order, with the anchors that links use', async () => {
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        w.proof_title,
        w.demo_tts_title,
        w.demo_stt_title,
        w.audiobooks_title,
        w.partners_title,
        w.cta_title,
        w.contact_title,
      ]);
      await expect(page.getByText(w.page_old_browser)).toBeHidden();
      for (const id of ['demo-tts', 'demo-stt', 'contact'])
        await expect(page.locator(`#${id}`)).toHaveCount(1);
    });

    await test.step('targets that are large enough, on a phone and on a desktop', async () => {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page, { rules: ['target-size'] });
      }
    });

    await test.step('from 320 to 1920 px no cover hides the title or author of another one', async () => {
      for (const width of [320, 360, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const books = page.getByRole('region', { name: w.audiobooks_title }).getByRole('listitem');
        await books.first().scrollIntoViewIfNeeded();
        const covered = await Promise.all((await books.all()).map((book) => book.evaluate(coveredWords)));
        expect([width, ...covered.flat()]).toEqual([width]);
      }
    });

    await test.step('from 320 to 1920 px the back of each cover shows its whole quotation', async () => {
      const quotations = page.getByRole('region', { name: w.audiobooks_title }).locator('button [lang]');
      await expect(quotations).toHaveCount(6);
      for (const width of [320, 360, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const cutOff = await quotations.evaluateAll((elements) =>
          elements
            .filter((element) => element.scrollHeight > element.clientHeight + 1)
            .map((element) => element.textContent),
        );
        expect([width, ...cutOff]).toEqual([width]);
      }
    });

    await test.step('at 400 % nothing is cut off at the sides', async () => {
      await page.setViewportSize({ width: 320, height: 256 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });

test('the page shows the offer and the contact person that the owner has set', async ({ page }) => {
  const offer = 'Первый месяц бесплатно, потом 900 000 сумов в месяц.';
  await page.route('**/api/site', async (route) => {
    const facts = await (await route.fetch()).json();
    const contact = { name: 'Азиза Каримова', phone: '+998901234567' };
    await route.fulfill({ json: { ...facts, offer: { ru: offer }, contact } });
  });
  await openHome(page, 'ru');
  const proof = page.getByRole('region', { name: words('ru').proof_title });
  await expect(proof.getByText(offer)).toBeVisible();
  const contact = page.getByRole('region', { name: words('ru').contact_title });
  await expect(contact.getByText('Азиза Каримова')).toBeVisible();
  await expect(contact.getByRole('link', { name: '+998 90 123 45 67' })).toHaveAttribute(
    'href',
    'tel:+998901234567',
  );

  await openHome(page, 'en');
  await expect(page.getByText(words('en').contact_person)).toBeVisible();
  await expect(page.getByText(offer)).toHaveCount(0);
});

test('the form opens inside the window and stays there as the device turns; Escape closes it', async ({
  page,
}) => {
  await openHome(page, 'uz');
  const button = page.getByRole('button', { name: words('uz').hero_call });
  const form = page.getByRole('dialog', { name: words('uz').phone_title });
  const isInside = () =>
    form.evaluate((dialog) => {
      const { left, right } = dialog.getBoundingClientRect();
      return left >= 0 && right <= document.documentElement.clientWidth;
    });
  for (const [width, widthBefore] of [
    [320, 1920],
    [768, 320],
    [1440, 360],
  ] as const) {
    await page.setViewportSize({ width: widthBefore, height: 800 });
    await button.click();
    await expect(page.getByRole('textbox', { name: words('uz').phone_label })).toBeFocused();
    await page.setViewportSize({ width, height: width < 768 ? 640 : 800 });
    await expect.poll(isInside).toBe(true);
    await expect(form).toBeInViewport({ ratio: width < 768 ? 0.5 : 1 });
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('a cover spreads the fan and turns over by hover and by focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openHome(page, 'en');
  const book = (name: string) => page.getByRole('button', { name });
  const title = words('en').audiobooks_alpomish_title;
  const first = book(words('en').audiobooks_farhod_title);
  const isTurned = (name: string) =>
    book(name)
      .locator(':scope > span')
      .evaluate((leaf) => new DOMMatrix(getComputedStyle(leaf).transform).m11 < -0.9);
  await expect(page.getByRole('list').filter({ has: first }).getByRole('listitem')).toHaveCount(6);
  await first.scrollIntoViewIfNeeded();
  const boxBefore = await first.boundingBox();
  await book(title).hover();
  await expect.poll(() => isTurned(title)).toBe(true);
  await expect.poll(async () => ((await first.boundingBox())?.x ?? 0) < (boxBefore?.x ?? 0) - 40).toBe(true);
  await page.mouse.move(0, 0);
  await expect.poll(() => isTurned(title)).toBe(false);
  await first.focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => isTurned(words('en').audiobooks_boburnoma_title)).toBe(true);
});

test('a book plays its recording with its words below, and only one book plays', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page, 'ru');
  const w = words('ru');
  const book = (name: string) => page.getByRole('button', { name });
  const sounds = () =>
    page
      .locator('audio')
      .evaluateAll((all) =>
        all
          .filter((audio): audio is HTMLAudioElement => audio instanceof HTMLAudioElement && !audio.paused)
          .map(({ src, currentTime }) => [new URL(src).pathname.split('.')[0], currentTime > 0.2]),
      );
  await expect(page.getByText(w.audiobooks_hint)).toBeVisible();
  await book(w.audiobooks_alpomish_title).click();
  await expect(book(w.audiobooks_alpomish_title)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(bookPassages.alpomish.text)).toBeVisible();
  await expect.poll(sounds).toEqual([[bookPassages.alpomish.audio, true]]);
  await book(w.audiobooks_otkan_title).click();
  await expect(page.getByText(bookPassages.otkan.text)).toBeVisible();
  await expect.poll(sounds).toEqual([[bookPassages.otkan.audio, true]]);
  await page.keyboard.press('Escape');
  await expect.poll(sounds).toEqual([]);
  await expect(book(w.audiobooks_otkan_title)).toHaveAttribute('aria-pressed', 'false');
  await test.step('a book and the demo pause each other', async () => {
    await book(w.audiobooks_otkan_title).click();
    await expect.poll(sounds).toEqual([[bookPassages.otkan.audio, true]]);
    await page.getByRole('button', { name: w.tts_convert }).click();
    await expect.poll(sounds).toEqual([]);
    await expect(page.getByRole('button', { name: w.audiobooks_play_again })).toBeVisible();
    await expect(page.getByRole('button', { name: w.tts_pause })).toBeVisible();
    await page.getByRole('button', { name: w.audiobooks_play_again }).click();
    await expect(page.getByRole('button', { name: w.tts_play, exact: true })).toBeVisible();
    await expect.poll(sounds).toEqual([[bookPassages.otkan.audio, true]]);
  });
  await test.step('media keys pause and resume the book', async () => {
    /** Does to the element what the browser does on a media key. */
    const pressMediaKey = (method: 'pause' | 'play') =>
      page.locator('audio[src*="/books/"]').evaluate((audio, name) => {
        if (audio instanceof HTMLAudioElement) void audio[name]();
      }, method);
    const playAgain = page.getByRole('button', { name: w.audiobooks_play_again });
    const stop = page.getByRole('button', { name: w.audiobooks_play_stop, exact: true });
    await pressMediaKey('pause');
    await expect(playAgain).toBeVisible();
    await pressMediaKey('play');
    await expect(stop).toBeVisible();
    await stop.click();
    await pressMediaKey('play');
    await expect(stop).toBeVisible();
    await expect.poll(sounds).toEqual([[bookPassages.otkan.audio, true]]);
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.route('**/books/**', (route) => route.abort());
  await book(w.audiobooks_kecha_title).click();
  await expect(page.getByText(w.audiobooks_failed)).toBeVisible();
});

test('the small bar and the contact open the form; without a chat a link leads to the contact', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route('**/api/site', async (route) => {
    const facts = await (await route.fetch()).json();
    // Until the server answers, the form promises 4 questions.
    await route.fulfill({ json: { ...facts, questions: 6 } });
  });
  await openHome(page, 'ru');
  const w = words('ru');
  const small = page.getByRole('button', { name: w.nav_call, exact: true });
  const form = page.getByRole('dialog', { name: w.phone_title });
  await expect(small).toBeHidden();
  await page.getByRole('heading', { name: w.audiobooks_title }).scrollIntoViewIfNeeded();
  await small.click();
  await expect(form).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: w.cta_chat })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: w.cta_contact, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.contact_title })).toBeInViewport();
  await page.getByRole('button', { name: w.contact_agent_link }).click();
  await expect(form).toBeInViewport();
  // The form describes what this server's agent can do.
  await expect(form).toContainText('около минуты, 6 вопросов, бесплатно. Затем');
});

test('links within the site do not reload the page', async ({ page }) => {
  await openHome(page, 'en');
  const w = words('en');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  await page.getByRole('link', { name: w.footer_docs, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.docs_title);
  await page.getByRole('button', { name: w.help_open }).click();
  await page.getByRole('link', { name: w.help_privacy }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.privacy_title);
  await expect(page.getByRole('link', { name: w.help_privacy })).toBeHidden();
  await page.getByRole('link', { name: w.nav_home }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.hero_title);
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-same'))).toBe(true);
});

test('every link of the footer works', async ({ page, request }) => {
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

test('the equalizer moves, and rests off screen and with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openHome(page, 'uz');
  const bars = page.getByRole('button', { name: words('uz').hero_call }).locator('rect');
  const heights = () => bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('height')).join());
  expect(await bars.count()).toBe(5);
  const first = await heights();
  await expect.poll(heights).not.toBe(first);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await expect
    .poll(async () => {
      const before = await heights();
      await waitForFrames(page, 12);
      return (await heights()) === before;
    })
    .toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHome(page, 'uz');
  const resting = await heights();
  await page.getByRole('button', { name: words('uz').hero_call }).hover();
  await waitForFrames(page, 12);
  expect(await heights()).toBe(resting);
});

test('the owner’s partners replace the examples, which are labelled as examples', async ({ page }) => {
  const w = words('en');
  const facts = { recognition: true, agentUnderstands: false, voice: 'Ovoz', samples: [], chat: false };
  const partners = [{ name: 'Navo', url: 'https://navo.example/' }, { name: 'Qalam' }];
  let answer: object = facts;
  await page.route('**/api/site', (route) => route.fulfill({ json: answer }));
  const section = page.getByRole('region', { name: w.partners_title });
  await openHome(page, 'en');
  await expect(section.getByRole('listitem')).toHaveCount(4);
  await expect(section.getByText(w.partners_examples)).toBeVisible();
  answer = { ...facts, partners };
  await page.reload();
  await expect(section.getByRole('listitem')).toHaveText(['Navo', 'Qalam']);
  await expect(section.getByRole('link', { name: 'Navo' })).toHaveAttribute('href', partners[0]?.url ?? '');
  await expect(section.getByText(w.partners_examples)).toBeHidden();
});

test('an article ends with the button that starts a call', async ({ page }) => {
  const w = words('en');
  await page.goto('/en/blog');
  await page.getByRole('main').getByRole('button', { name: w.hero_call }).last().click();
  await expect(page.getByRole('textbox', { name: w.phone_label })).toBeFocused();
});
