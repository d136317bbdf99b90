import type { Response } from '@playwright/test';
import { wavFile } from '../lib/wav.ts';
import type { MessageKey } from '../lib/i18n/strings.ts';
import { expect, test, type TtsDemo } from './support/tts-demo.ts';
import { tone, toneFor, wav, type TtsSite } from './support/tts-site.ts';
import { startWebApp } from './support/web-app.ts';

const text = 'Birinchi gap. Ikkinchi gap esa undan uzunroq.';
const half = wavFile(toneFor('Birinchi gap.')).subarray(0, 10_000);

test.beforeEach(({ voice }) => {
  voice.asked.length = 0;
});

async function expectFailure(demo: TtsDemo, reason: MessageKey) {
  await expect(demo.toast(demo.words.alert_synthesis_failed)).toBeVisible({ timeout: 40_000 });
  await expect(demo.section.getByText(demo.words[reason])).toBeVisible();
  await expect(demo.play).toBeHidden();
  await expect(demo.convert).toBeEnabled();
  const cookies = await demo.page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('ovoz_tts_limit');
}

const faults: [name: string, answer: TtsSite['answer'], status: number][] = [
  ['answers 500', (response) => response.writeHead(500).end(), 502],
  ['refuses our key', (response) => response.writeHead(401).end('{"detail": "Invalid API key"}'), 502],
  [
    'wants to be left alone for an hour',
    (response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
    502,
  ],
  ['breaks off in the middle', (response) => void wav(response).write(half, () => response.destroy()), 502],
  ['answers malformed JSON', (response) => json(response).end('{"audio": "UklGR'), 502],
  ['answers a page', (response) => response.end('<h1>Welcome</h1>'), 502],
  ['calls a page sound', (response) => wav(response).end('<h1>Welcome</h1>'), 502],
  ['answers nothing', (response) => wav(response).end(), 502],
  ['never stops answering', (response) => pour(wav(response)), 502],
  ['never answers', () => undefined, 504],
];

function json(response: Parameters<typeof wav>[0]) {
  return response.writeHead(200, { 'content-type': 'application/json' });
}

/** Sound without end, as fast as it is taken. */
function pour(response: ReturnType<typeof wav>) {
  const second = Buffer.alloc(1 << 20);
  response.write(wavFile(new Int16Array()).subarray(0, 40));
  const more = () => {
    while (!response.destroyed && response.write(second));
  };
  response.on('drain', more);
  more();
}

for (const [name, answer, status] of faults)
  test(`a voice that ${name}`, async ({ visit, voice }) => {
    voice.answer = answer;
    const demo = await visit({ language: 'en', siteUrl: voice.url });
    await demo.text.fill(text);
    const answers: Response[] = [];
    demo.page.on('response', (answer) => answer.url().includes('/api/tts/') && answers.push(answer));
    await demo.convert.click();
    await expectFailure(demo, status === 504 ? 'error_speech_timeout' : 'error_speech_failed');
    // The browser gives up after 30 s by itself, as the server does.
    if (status !== 504) expect(answers).toHaveLength(1);
    for (const answer of answers) {
      expect(answer.status()).toBe(status);
      expect(await answer.headerValue('content-type')).toContain('application/json');
    }

    voice.answer = tone;
    await demo.convert.click();
    await expect(demo.pause).toBeVisible();
  });

test('a voice that breaks off behind its first sentence', async ({ visit, voice }) => {
  const broken = Promise.withResolvers<void>();
  voice.answer = (response, piece) => {
    if (piece === 'Birinchi gap.') tone(response, piece);
    else void broken.promise.then(() => wav(response).write(half, () => response.destroy()));
  };
  const demo = await visit({ language: 'ru', siteUrl: voice.url });
  await demo.text.fill(text);
  await demo.convert.click();
  await expect(demo.pause).toBeVisible();
  broken.resolve();
  await expectFailure(demo, 'tts_fault_other');
  await demo.expectAccessible();
});

test('a lost connection', async ({ visit, voice }) => {
  const demo = await visit({ siteUrl: voice.url });
  await demo.text.fill(text);
  await demo.page.context().setOffline(true);
  await demo.convert.click();
  await expectFailure(demo, 'tts_fault_offline');
});

test('a server whose voice is not set up says 503, and its examples still play', async ({ visit }) => {
  const web = await startWebApp({ TTS_MODEL_DIR: '/nowhere/at/all', VERCEL: '1' });
  try {
    const demo = await visit({ language: 'ru', siteUrl: web.url });
    const answer = await demo.page.request.get(`${web.url}/api/tts/stream?text=Salom`);
    expect(answer.status()).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'speech_unavailable' });
    await demo.text.fill(text);
    await demo.convert.click();
    await expectFailure(demo, 'error_speech_unavailable');
    await demo.example(1).click();
    await demo.convert.click();
    await expect(demo.pause).toBeVisible();
  } finally {
    await web.stop();
  }
});

test('a visitor who leaves ends the work behind the text', async ({ visit, voice }) => {
  const ended = Promise.withResolvers<void>();
  voice.answer = (response) => void response.on('close', () => ended.resolve());
  const demo = await visit({ siteUrl: voice.url });
  await demo.text.fill(text);
  await demo.convert.click();
  await expect.poll(() => voice.asked.length).toBeGreaterThan(0);
  await demo.example(1).click();
  await ended.promise;
});
