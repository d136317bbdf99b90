import type { Request } from '@playwright/test';
import { wavFile } from '../lib/wav.ts';
import type { MessageKey } from '../lib/i18n/strings.ts';
import { expect, test, type TtsDemo } from './support/tts-demo.ts';
import { tone, toneFor, type VoiceVendor, beginWav } from './support/speech-vendors.ts';
import { randomAddress } from './support/visitor-address.ts';

const text = 'Birinchi gap. Ikkinchi gap esa undan uzunroq.';
const partialWav = wavFile(toneFor('Birinchi gap.')).subarray(0, 10_000);

test.beforeEach(({ voice }) => {
  voice.requests.length = 0;
});

async function expectFailure(demo: TtsDemo, reason: MessageKey, isHeard = false) {
  await expect(demo.toast(demo.words.alert_synthesis_failed).last()).toBeVisible();
  await expectReason(demo, reason, isHeard);
}

async function expectReason(demo: TtsDemo, reason: MessageKey, isHeard = false) {
  await expect(demo.section.getByText(demo.words[reason])).toBeVisible();
  await expect(demo.play).toBeVisible({ visible: isHeard });
  await expect(demo.convert).toBeEnabled();
  const cookies = await demo.page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('ovoz_tts_limit');
}

/** tts-vendors.test.ts covers other answers of a voice. */
const faults: [name: string, answer: VoiceVendor['answer']][] = [
  ['answers 500', (response) => response.writeHead(500).end()],
  [
    'breaks off in the middle',
    (response) => void beginWav(response).write(partialWav, () => response.destroy()),
  ],
  ['never stops answering', (response) => writeEndlessSound(beginWav(response))],
];

/** Writes sound without end, as fast as the client reads. */
function writeEndlessSound(response: ReturnType<typeof beginWav>) {
  const soundBytes = Buffer.alloc(1 << 20);
  response.write(wavFile(new Int16Array()).subarray(0, 40));
  const writeMore = () => {
    while (!response.destroyed && response.write(soundBytes));
  };
  response.on('drain', writeMore);
  writeMore();
}

test('the demo explains each fault of the voice, starts no rest, and the next try works', async ({
  visit,
  voice,
}) => {
  const demo = await visit({ language: 'en', siteUrl: voice.siteUrl });
  await demo.text.fill(text);
  const requests: Request[] = [];
  demo.page.on('request', (request) => request.url().includes('/api/tts/') && requests.push(request));
  for (const [name, answer] of faults)
    await test.step(`a voice that ${name}`, async () => {
      requests.length = 0;
      // Requests are limited by address.
      await demo.page.setExtraHTTPHeaders({ 'x-forwarded-for': randomAddress() });
      const gate = Promise.withResolvers<void>();
      voice.answer = (response, piece) => void gate.promise.then(() => answer(response, piece));
      await demo.convert.click();
      await expect(demo.section.getByText(demo.words.error_speech_failed)).toBeHidden();
      gate.resolve();
      await expectFailure(demo, 'error_speech_failed');
      expect(requests).toHaveLength(1);
      const response = await requests[0]?.response();
      expect([response?.status(), response?.headers()['content-type']]).toEqual([
        502,
        expect.stringContaining('application/json'),
      ]);
    });
  for (const [status, code, reason] of [
    [504, 'speech_timeout', 'error_speech_timeout'],
    [503, 'speech_unavailable', 'tts_fault_unavailable'],
  ] as const)
    await test.step(`the server answers ${code}`, async () => {
      const json = { detail: 'No sound.', code };
      await demo.page.route('**/api/tts/**', (route) => route.fulfill({ status, json }), { times: 1 });
      await demo.convert.click();
      await expectFailure(demo, reason);
    });
  voice.answer = tone;
  await demo.convert.click();
  await expect(demo.pause).toBeVisible();
});

test('if the voice breaks off after the first sentence, that sentence can be played and saved', async ({
  visit,
  voice,
}) => {
  const gate = Promise.withResolvers<void>();
  voice.answer = (response, piece) => {
    if (piece === 'Birinchi gap.') tone(response, piece);
    else void gate.promise.then(() => beginWav(response).write(partialWav, () => response.destroy()));
  };
  const demo = await visit({ language: 'ru', siteUrl: voice.siteUrl });
  await demo.text.fill(text);
  await demo.convert.click();
  await expect(demo.pause).toBeVisible();
  await expect(demo.section.getByText('/ 0:01')).toBeVisible();
  gate.resolve();
  await expectFailure(demo, 'tts_fault_other', true);
  expect((await demo.download()).samples.length).toBeGreaterThanOrEqual(16_000);
  await demo.play.click();
  await expect(demo.pause).toBeVisible();
  await demo.expectAccessible();
});

test('the demo explains a lost connection', async ({ visit, voice }) => {
  const demo = await visit({ siteUrl: voice.siteUrl });
  await demo.text.fill(text);
  await demo.page.context().setOffline(true);
  const toastShown = expect(demo.toast(demo.words.alert_synthesis_failed).last()).toBeVisible();
  await demo.convert.click();
  await expectReason(demo, 'tts_fault_offline');
  // The toast's code may not have loaded before the connection was lost.
  await demo.page.context().setOffline(false);
  await toastShown;
});

test('a visitor who chooses an example cancels the synthesis', async ({ visit, voice }) => {
  const requestClosed = Promise.withResolvers<void>();
  voice.answer = (response) => void response.on('close', () => requestClosed.resolve());
  const demo = await visit({ siteUrl: voice.siteUrl });
  await demo.text.fill(text);
  await demo.convert.click();
  await expect.poll(() => voice.requests.length).toBeGreaterThan(0);
  await demo.example(1).click();
  await requestClosed.promise;
});
