import { decodeMono } from '../lib/server/audio/decode.ts';
import { durationS } from '../lib/server/audio/pcm.ts';
import { speechSegments } from '../lib/server/audio/analysis.ts';
import { expectAccessible } from './support/accessible.ts';
import { json } from './support/speech-vendors.ts';
import { expect, recordingFile, test, type SttDemo } from './support/stt-demo.ts';

const spokenWords = 'Mening ismim Aziz, Toshkentdan.';

test.beforeEach(({ recognizer }) => {
  recognizer.requests.length = 0;
  recognizer.answer = json(200, { text: spokenWords });
});

async function record({ start, stop, section }: SttDemo) {
  await start.click();
  await expect(section.getByRole('timer')).toHaveText(/^00:0[1-9] \/ 02:00$/);
  await stop.click();
}

test('the visitor records a sentence and copies its text', async ({ visit, recognizer }) => {
  const demo = await visit({ language: 'ru' });
  await expect(demo.result).toContainText(demo.words.stt_placeholder);
  await expect(demo.status).toHaveText(demo.words.status_idle);
  await demo.start.click();
  await expect(demo.status).toHaveText(demo.words.status_listening);
  await expect(demo.section.getByRole('timer')).toHaveText(/^00:0[2-9] \/ 02:00$/);
  await expectAccessible(demo.page, { within: '#demo-stt' });
  await demo.stop.click();
  await expect(demo.result).toContainText(spokenWords);
  await expect(demo.status).toHaveText(demo.words.status_complete);
  await expectAccessible(demo.page, { within: '#demo-stt' });
  await demo.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await demo.result.getByRole('button', { name: demo.words.stt_copy }).click();
  await expect(demo.page.getByText(demo.words.stt_copied)).toBeVisible();
  expect(await demo.page.evaluate(() => navigator.clipboard.readText())).toBe(spokenWords);
  // The text survives a visit to another page.
  await demo.page.getByRole('contentinfo').getByRole('link', { name: demo.words.footer_privacy }).click();
  await expect(demo.page.getByRole('heading', { level: 1 })).toHaveText(demo.words.privacy_title);
  await demo.page.goBack();
  await expect(demo.result).toContainText(spokenWords);

  const file = recognizer.requests[0]?.get('file');
  if (!(file instanceof File)) throw new Error('The vendor was sent no file.');
  const samples = await decodeMono(new Uint8Array(await file.arrayBuffer()), { maxDurationS: 60 });
  expect(durationS(samples)).toBeGreaterThan(1.5);
  expect(durationS(samples)).toBeLessThanOrEqual(130);
  expect(speechSegments(samples).length).toBeGreaterThan(0);
});

test('after a success the demo rests for 30 minutes and counts down', async ({ visit }) => {
  const demo = await visit();
  await demo.page.clock.install();
  await record(demo);
  const rateLimitTimer = demo.section.getByRole('timer');
  await expect(rateLimitTimer).toContainText(demo.words.rate_limit_wait);
  await expect(rateLimitTimer).toContainText(demo.words.alert_rate_limit);
  await expect(rateLimitTimer).toContainText(/29 daqiqa 5\d soniya/);
  await expect(demo.start).toBeDisabled();
  const cookies = await demo.page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain('ovoz_stt_limit');

  await demo.page.reload();
  await expect(demo.start).toBeDisabled();
  await demo.page.clock.fastForward('29:00');
  await expect(rateLimitTimer).toContainText(/0 daqiqa \d+ soniya/);
  await demo.page.clock.fastForward('01:00');
  await expect(rateLimitTimer).toBeHidden();
  await expect(demo.start).toBeEnabled();
});

test('a recording ends by itself at two minutes', async ({ visit }) => {
  const demo = await visit();
  await demo.page.clock.install();
  await demo.start.click();
  await expect(demo.section.getByRole('timer')).toHaveText(/^00:0[1-9] \/ 02:00$/);
  await demo.page.clock.fastForward('02:00');
  await expect(demo.result).toContainText(spokenWords);
});

test('a silent recording is no error, starts no rest and asks no vendor', async ({ visit, recognizer }) => {
  const demo = await visit({ microphone: 'silent' });
  await record(demo);
  await expect(demo.result).toContainText(demo.words.stt_no_speech_detected);
  await expect(demo.start).toBeEnabled();
  expect(recognizer.requests).toHaveLength(0);
});

test('status and toast explain a refused microphone, and the visitor may try again', async ({ visit }) => {
  const demo = await visit({ microphone: 'denied' });
  await demo.start.click();
  await expect(demo.status).toHaveText(demo.words.status_mic_denied);
  await expect(demo.page.getByText(demo.words.status_mic_denied)).toHaveCount(2);
  await expect(demo.start).toBeEnabled();
});

test('the visitor chooses a file and sees its text', async ({ visit }) => {
  const demo = await visit();
  await demo.choose(recordingFile('voice.m4a'));
  await expect(demo.result).toContainText(spokenWords);
});

test('the visitor drops a file and sees its text', async ({ visit }) => {
  const demo = await visit();
  const drag = await demo.page.evaluateHandle(async () => {
    const transfer = new DataTransfer();
    const rate = 8000;
    const bytes = new Uint8Array(44 + 2 * rate);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode('RIFF'));
    bytes.set(new TextEncoder().encode('WAVEfmt '), 8);
    bytes.set(new TextEncoder().encode('data'), 36);
    [36 + 2 * rate, 16, 2 * rate].forEach((value, at) => view.setUint32([4, 16, 40][at] ?? 0, value, true));
    view.setUint32(20, 0x10001, true);
    view.setUint32(24, rate, true);
    view.setUint32(28, 2 * rate, true);
    view.setUint32(32, 0x100002, true);
    for (let at = 0; at < rate; at++)
      view.setInt16(44 + 2 * at, 9000 * Math.sin(at / 250) ** 2 * Math.sin(at / 7), true);
    transfer.items.add(new File([bytes], 'voice.wav', { type: 'audio/wav' }));
    return transfer;
  });
  await expect(demo.start).toBeEnabled();
  // Browsers repeat dragover while the file is over the page.
  await expect(async () => {
    await demo.start.dispatchEvent('dragover', { dataTransfer: drag });
    await expect(demo.section.getByText(demo.words.stt_drop)).toBeVisible({ timeout: 500 });
  }).toPass();
  await demo.start.dispatchEvent('drop', { dataTransfer: drag });
  await expect(demo.result).toContainText(spokenWords);
});

test('on a phone the demo does not offer to drop a file', async ({ visit }) => {
  const { page, section, words } = await visit();
  await expect(section.getByText(words.stt_file_drop)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(section.getByText(words.stt_file_drop)).toBeHidden();
  await expect(section.getByText(words.stt_file_hint)).toBeVisible();
});

test('the visitor records and stops by keyboard', async ({ visit }) => {
  const demo = await visit();
  await expect(demo.start).toBeEnabled();
  await demo.start.focus();
  await demo.page.keyboard.press('Enter');
  await expect(demo.stop).toBeFocused();
  await expect(demo.section.getByRole('timer')).toHaveText(/^00:0[1-9] \/ 02:00$/);
  await demo.page.keyboard.press('Space');
  await expect(demo.result).toContainText(spokenWords);
});
