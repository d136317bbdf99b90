import { messagesOf } from '../lib/i18n/messages.ts';
import { languageNames } from '../lib/i18n/language.ts';
import { expect, expectSameSound, test } from './support/tts-demo.ts';
import { limitPerHour, limitMessage, tone, toneFor } from './support/speech-vendors.ts';

test.beforeEach(({ voice }) => {
  voice.requests.length = 0;
  voice.answer = tone;
});

test('after a success the demo rests for 30 minutes and counts down', async ({ visit, voice }) => {
  const demo = await visit({ language: 'ru', siteUrl: voice.siteUrl });
  await demo.page.clock.install();
  await demo.text.fill('Salom');
  await expect(demo.section.getByText(demo.words.tts_hint)).toBeVisible();
  await demo.convert.click();
  await expect(demo.rateLimitTimer).toContainText(/29 мин 5\d с/);
  await expect(demo.rateLimitTimer).toContainText(demo.words.rate_limit_wait);
  await expect(demo.rateLimitTimer).toContainText(demo.words.alert_rate_limit);
  await demo.text.fill('Xayr');
  await expect(demo.convert).toBeDisabled();
  await demo.expectAccessible();
  const cookies = await demo.page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain('ovoz_tts_limit');

  await demo.convert.click({ force: true });
  await demo.example(4).click();
  await expect(demo.rateLimitTimer).toBeHidden();
  await expect(demo.convert).toBeEnabled();

  await demo.page.reload();
  await demo.text.fill('Salom');
  await expect(demo.convert).toBeDisabled();
  await demo.page.clock.fastForward('30:00');
  await expect(demo.rateLimitTimer).toBeHidden();
  await expect(demo.convert).toBeEnabled();
  expect(voice.requests).toEqual(['Salom']);
});

test('while the demo rests, its sound survives a visit to another page and a change of language', async ({
  visit,
  voice,
}) => {
  const demo = await visit({ language: 'en', siteUrl: voice.siteUrl });
  await demo.text.fill('Salom');
  await demo.convert.click();
  await expect(demo.rateLimitTimer).toBeVisible();
  await demo.page.getByRole('contentinfo').getByRole('link', { name: demo.words.footer_privacy }).click();
  await expect(demo.page.getByRole('heading', { level: 1 })).toHaveText(demo.words.privacy_title);
  await demo.page.goBack();
  await expect(demo.text).toHaveValue('Salom');
  await expect(demo.play).toBeEnabled();
  expectSameSound((await demo.download()).samples, toneFor('Salom'));

  await demo.page.getByRole('button', { name: `${demo.words.nav_language}: ${languageNames.en}` }).click();
  await demo.page.getByRole('menuitemradio', { name: languageNames.ru }).click();
  const russianDemo = demo.page.getByRole('region', { name: messagesOf.ru.demo_tts_title });
  const play = russianDemo.getByRole('button', { name: messagesOf.ru.tts_play, exact: true });
  await expect(play).toBeEnabled();
  const countPlayedPieces = () => demo.page.evaluate(() => window.ovozScheduled?.length ?? 0);
  const playedBefore = await countPlayedPieces();
  await play.click();
  await expect.poll(countPlayedPieces).toBeGreaterThan(playedBefore);
  expect(voice.requests).toEqual(['Salom']);
});

test('the demo says why a text cannot be spoken or downloaded', async ({ visit, voice }) => {
  const demo = await visit({ language: 'uz', siteUrl: voice.siteUrl });
  await demo.section.getByRole('button', { name: demo.words.tts_download }).click();
  await expect(demo.toast(demo.words.alert_synthesize_first)).toBeVisible();
  await demo.text.fill('  \n ');
  await demo.convert.click();
  await expect(demo.toast(demo.words.alert_enter_text)).toBeVisible();

  // Counts code points: an emoji of two UTF-16 units is one.
  await demo.text.fill('🎧'.repeat(5000));
  await expect(demo.section.getByText('5000 / 5000')).toBeVisible();
  await expect(demo.convert).toBeEnabled();
  await demo.text.pressSequentially('a');
  await expect(demo.section.getByText('5001 / 5000')).toBeVisible();
  await expect(demo.convert).toBeDisabled();
  await expect(demo.toast(demo.words.alert_char_limit)).toBeVisible();
  await expect(demo.section.getByText(demo.words.alert_char_limit)).toBeVisible();
  await demo.expectAccessible();
  await demo.text.press('Backspace');
  await expect(demo.convert).toBeEnabled();
  expect(voice.requests).toEqual([]);
});

test('the demo says when an address with too many requests may try again', async ({ visit, voice }) => {
  const demo = await visit({ language: 'en', siteUrl: voice.siteUrl });
  for (let time = 1; time <= limitPerHour; time++) {
    const answer = await demo.page.request.get(`${voice.siteUrl}/api/tts/stream?text=Salom`);
    expect(answer.status()).toBe(200);
  }
  await demo.text.fill('Salom');
  const answered = demo.page.waitForResponse(/\/api\/tts\/stream/);
  await demo.convert.click();
  const answer = await answered;
  expect(answer.status()).toBe(429);
  expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
  await expect(demo.toast(demo.words.alert_synthesis_failed)).toBeVisible();
  await expect(demo.section.getByText(limitMessage(demo.words))).toBeVisible();
});
