import { truncate, writeFile } from 'node:fs/promises';
import { messagesOf } from '../lib/i18n/messages.ts';
import type { MessageKey } from '../lib/i18n/strings.ts';
import { expectAccessible } from './support/accessible.ts';
import { json, limitMessage, limitPerHour, type RecognitionVendor } from './support/speech-vendors.ts';
import { expect, recordingFile, test, type SttDemo } from './support/stt-demo.ts';

test.beforeEach(({ recognizer }) => {
  recognizer.answer = json(200, { text: 'Salom' });
});

async function expectError(demo: SttDemo, reason: MessageKey) {
  await expectErrorInResult(demo, reason);
  await expectToast(demo);
}

async function expectErrorInResult({ words, status, result }: SttDemo, reason: MessageKey) {
  await expect(status).toHaveText(words.status_error);
  await expect(result).toContainText(words.stt_error_message);
  await expect(result).toContainText(words[reason]);
}

async function expectToast({ page, words, start }: SttDemo) {
  await expect(page.getByRole('listitem').filter({ hasText: words.stt_error_message }).last()).toBeVisible();
  await expect(start).toBeEnabled();
}

/** stt-vendors.test.ts covers other answers of a vendor. */
const faults: [name: string, answer: RecognitionVendor['answer']][] = [
  ['answers 500', json(500, {})],
  ['breaks off in the middle', (response) => response.write('{"te', () => response.destroy())],
];

test('the demo explains each fault of the vendor, starts no limit, and the next try works', async ({
  visit,
  recognizer,
}) => {
  const demo = await visit({ language: 'en' });
  for (const [name, answer] of faults)
    await test.step(`a vendor that ${name}`, async () => {
      const gate = Promise.withResolvers<void>();
      recognizer.answer = (response) => void gate.promise.then(() => answer(response));
      await demo.choose(recordingFile('voice.mp3'));
      await expect(demo.status).toHaveText(demo.words.status_processing);
      gate.resolve();
      await expectError(demo, 'stt_fault_service');
      const cookies = await demo.page.context().cookies();
      expect(cookies.map(({ name: cookie }) => cookie)).not.toContain('ovoz_stt_limit');
    });
  recognizer.answer = json(200, { text: 'Salom' });
  await demo.choose(recordingFile('voice.mp3'));
  await expect(demo.result).toContainText('Salom');
});

test('the demo refuses a file that is no recording', async ({ visit }) => {
  const demo = await visit({ language: 'ru' });
  await demo.choose({
    name: 'song.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('not a song'),
  });
  await expectError(demo, 'stt_fault_not_audio');
  await expectAccessible(demo.page, { within: '#demo-stt' });
});

test('the demo refuses a file that is too large', async ({ visit }, testInfo) => {
  const demo = await visit();
  // A sparse file.
  const file = testInfo.outputPath('long.wav');
  await writeFile(file, '');
  await truncate(file, 25_000_001);
  await demo.choose(file);
  await expectError(demo, 'stt_fault_too_long');
});

test('the demo explains a lost connection', async ({ visit }) => {
  const demo = await visit();
  await expect(demo.start).toBeEnabled();
  await demo.page.context().setOffline(true);
  await demo.choose(recordingFile('voice.mp3'));
  await expectErrorInResult(demo, 'stt_fault_offline');
  // The toaster's code may load only once the page is online.
  await demo.page.context().setOffline(false);
  await expectToast(demo);
});

test('the demo says when an address with too many requests may try again', async ({ visit, recognizer }) => {
  const demo = await visit();
  const nothing = { name: 'a.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('nothing') };
  for (let time = 1; time <= limitPerHour; time++)
    await demo.page.request.post(`${recognizer.siteUrl}/api/stt/transcribe`, {
      multipart: { file: nothing },
    });
  await demo.choose(recordingFile('voice.mp3'));
  await expect(demo.result).toContainText(limitMessage(demo.words));
  await expectToast(demo);
});

test('on a server without recognition the demo plays a sample and shows its words', async ({ page }) => {
  const words = messagesOf.en;
  await page.goto('/en#demo-stt');
  const demo = page.getByRole('region', { name: words.demo_stt_title });
  await expect(demo.getByRole('note')).toHaveText(words.stt_not_set_up);
  await expect(demo).toBeInViewport();

  await demo.getByRole('button', { name: words.stt_sample_play }).click();
  const result = demo.getByRole('region', { name: words.stt_result });
  await expect(result).toContainText('Bir bor ekan');
  await demo.getByRole('button', { name: words.stt_sample_pause }).click();
  await expect(demo.getByRole('button', { name: words.stt_sample_play })).toBeVisible();
  await expectAccessible(page, { within: '#demo-stt' });
});
