import { demoDelayMs, demoTexts } from '../lib/demo-texts.ts';
import { decodeMono } from '../lib/server/audio/decode.ts';
import { durationS } from '../lib/server/audio/pcm.ts';
import { minutesSeconds } from '../lib/time.ts';
import { readFile } from 'node:fs/promises';
import { scheduledSound, trimSilence } from './support/speakers.ts';
import { expect, expectSameSound, samplesOf, test, type TtsDemo } from './support/tts-demo.ts';
import { tone, toneFor } from './support/speech-vendors.ts';

test.beforeEach(({ voice }) => {
  voice.requests.length = 0;
  voice.answer = tone;
});

/** The root mean square of the samples. */
function loudness(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
}

/** The samples of the next answer of the API. */
async function nextApiSound({ page }: TtsDemo): Promise<Int16Array> {
  const response = await page.waitForResponse(/\/api\/tts\/stream/);
  await response.finished();
  return samplesOf(await response.body());
}

test('the demo plays and downloads exactly the sound of the API', async ({ visit }) => {
  const demo = await visit({ language: 'uz' });
  await demo.text.fill('Salom, dunyo! Bugun 21-noyabr.');
  const answer = nextApiSound(demo);
  await demo.convert.click();
  await expect(demo.pause).toBeVisible();
  await demo.expectAccessible();
  const apiSound = await answer;
  expect(durationS(apiSound.length)).toBeGreaterThan(1.5);
  expect(loudness(apiSound)).toBeGreaterThan(1000);
  await expect(
    demo.section.getByText(`/ ${minutesSeconds(Math.round(durationS(apiSound.length)))}`),
  ).toBeVisible();

  await expect(demo.play).toBeEnabled();
  expectSameSound(await scheduledSound(demo.page), trimSilence(apiSound));
  const { name, bytes, samples } = await demo.download();
  expect(name).toBe('ovoz.wav');
  expectSameSound(samples, apiSound);
  expect((await decodeMono(bytes, { maxDurationS: 60 })).length).toBe(apiSound.length);
});

test('on a phone one button synthesizes, plays and pauses the first example; a typed text survives a visit to another page', async ({
  visit,
}) => {
  const demo = await visit({ language: 'en' });
  await demo.page.setViewportSize({ width: 360, height: 740 });
  await expect(demo.text).toHaveValue(demoTexts[0]?.text ?? '');
  await expect(demo.example(1)).toHaveAttribute('aria-pressed', 'true');
  await demo.convert.click();
  await expect(demo.pause).toBeFocused();
  await expect(demo.pause).toHaveCount(1);
  await expect(demo.position).toBeInViewport({ ratio: 1 });
  await expect(demo.pause).toBeInViewport({ ratio: 1 });
  await demo.pause.click();
  await demo.play.click();
  await expect(demo.pause).toBeVisible();
  // With a new text, the earlier sound can still be paused and downloaded.
  await demo.text.fill('Salom');
  await expect(demo.convert).toBeEnabled();
  await demo.pause.click();
  expect((await demo.download()).samples.length).toBeGreaterThan(16_000);
  // The typed text survives a visit to another page.
  await demo.page.getByRole('contentinfo').getByRole('link', { name: demo.words.footer_privacy }).click();
  await expect(demo.page.getByRole('heading', { level: 1 })).toHaveText(demo.words.privacy_title);
  await demo.page.goBack();
  await expect(demo.text).toHaveValue('Salom');
});

test('the demo names the voice of the recording for an example, and that of the server for another text', async ({
  visit,
  voice,
  page,
  baseURL,
}) => {
  const demo = await visit({ siteUrl: voice.siteUrl });
  const { voice: name }: { voice: string } = await (
    await page.request.get(`${voice.siteUrl}/api/site`)
  ).json();
  const voiceField = demo.section.getByRole('combobox', { name: demo.words.tts_voice });
  await expect(voiceField).toHaveText('Ovoz');
  await demo.text.fill('Salom');
  await expect(voiceField).toHaveText(name);
  const ownSite: { voice: string } = await (await page.request.get(`${baseURL}/api/site`)).json();
  expect([name, ownSite.voice]).toEqual(['muxlisa', 'Ovoz']);
});

test('the first sentence plays before the second arrives, and the download has both without a gap', async ({
  visit,
  voice,
}) => {
  const [firstSentence, secondSentence] = ['Birinchi gap.', 'Ikkinchi gap esa undan uzunroq.'];
  const gate = Promise.withResolvers<void>();
  voice.answer = (response, text) => {
    if (text === firstSentence) tone(response, text);
    else void gate.promise.then(() => tone(response, text));
  };
  const demo = await visit({ siteUrl: voice.siteUrl });
  await demo.text.fill(`${firstSentence} ${secondSentence}`);
  await demo.convert.click();
  await expect(demo.pause).toBeVisible();
  await expect.poll(async () => (await scheduledSound(demo.page)).length).toBeGreaterThan(0);
  await expect(demo.section.getByText('/ 0:01')).toBeVisible();
  const cookies = await demo.page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('ovoz_tts_limit');
  await demo.pause.click();
  const downloading = demo.download();
  gate.resolve();
  await expect(demo.section.getByText('/ 0:04')).toBeVisible();
  const wholeSound = Int16Array.from([...toneFor(firstSentence), ...toneFor(secondSentence)]);
  expectSameSound((await downloading).samples, wholeSound);
  await demo.play.click();
  await expect(demo.play).toBeVisible();
  expect(voice.requests).toEqual([firstSentence, secondSentence]);
});

test('an example plays its recording, requests no speech and starts no rate limit', async ({ visit }) => {
  const demo = await visit({ language: 'ru' });
  await expect(demo.text).toBeVisible();
  const requestedUrls: string[] = [];
  await demo.page.route('**/api/**', (route) => {
    requestedUrls.push(route.request().url());
    return route.abort();
  });
  for (const { id, text, audio } of demoTexts.slice(0, 2)) {
    await demo.example(id).click();
    await expect(demo.example(id)).toHaveAttribute('aria-pressed', 'true');
    await expect(demo.text).toHaveValue(text);
    const startedAtMs = Date.now();
    await demo.convert.click();
    await expect(demo.section.getByText(demo.words.tts_generating)).toBeVisible();
    await demo.expectAccessible();
    await expect(demo.pause).toBeVisible();
    expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(demoDelayMs(text));

    const file = await readFile(`public${audio}.m4a`);
    const recording = await decodeMono(file, { maxDurationS: 60 });
    const { samples } = await demo.download();
    expect(durationS(samples.length)).toBeCloseTo(durationS(recording), 0);
    expect(loudness(samples) / loudness(recording)).toBeCloseTo(1, 1);
  }
  expect(requestedUrls.filter((url) => url.includes('/tts/'))).toEqual([]);
  await expect(demo.rateLimitTimer).toBeHidden();
  await demo.page.unrouteAll();
});

test('the visitor plays, pauses, seeks by pointer and by keys, and chooses another example', async ({
  visit,
}) => {
  const demo = await visit({ language: 'en' });
  await demo.example(3).click();
  await demo.convert.click();
  await demo.pause.click();
  const box = await demo.position.boundingBox();
  if (box === null) throw new Error('no slider');
  await demo.position.click({ position: { x: box.width / 2, y: box.height / 2 } });
  const { samples } = await demo.download();
  const halfS = durationS(samples.length) / 2;
  expect(Math.abs(Number(await demo.position.inputValue()) - halfS)).toBeLessThan(0.3);
  await expect(demo.position).toHaveAttribute('aria-valuetext', /^0:0\d of 0:1\d$/);

  await demo.position.press('Home');
  await expect(demo.position).toHaveValue('0');
  await demo.position.press('ArrowRight');
  await expect(demo.position).toHaveValue('2');
  await demo.play.click();
  await expect.poll(async () => Number(await demo.position.inputValue())).toBeGreaterThan(2.3);
  await demo.position.press('End');
  await expect(demo.play).toBeVisible();
  await expect(demo.position).toHaveValue('0');

  await test.step('choosing an example resets the player', async () => {
    await demo.example(2).click();
    await expect(demo.section.getByText(demo.words.tts_nothing_yet)).toBeVisible();
    await expect(demo.play).toBeHidden();
    await demo.convert.click();
    await expect(demo.section.getByText(demo.words.tts_generating)).toBeVisible();
    await demo.example(3).click();
    await expect(demo.section.getByText(demo.words.tts_nothing_yet)).toBeVisible();
  });
});

test('by keyboard: the visitor chooses an example, plays it and pauses it', async ({ visit }) => {
  const demo = await visit();
  await demo.example(1).focus();
  await demo.page.keyboard.press('Enter');
  for (let time = 1; time <= 4; time++) await demo.page.keyboard.press('Tab');
  await expect(demo.convert).toBeFocused();
  await demo.page.keyboard.press('Enter');
  await expect(demo.pause).toBeFocused();
  await demo.page.keyboard.press('Space');
  await expect(demo.play).toBeFocused();
});
