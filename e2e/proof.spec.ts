import type { APIRequestContext, Page } from '@playwright/test';
import { hrefIn } from '../lib/i18n/routing.ts';
import { messagesOf } from '../lib/i18n/messages.ts';
import { startLoopbackServer } from '../lib/server/testing/loopback-server.ts';
import { recordingFile } from './support/stt-demo.ts';
import { expect, test as base } from './support/visitor.ts';
import { startWebApp, type WebApp } from './support/web-app.ts';

/** Visitors of a web app that requires a proof of work beyond one request a minute. */
const test = base.extend<object, { web: WebApp }>({
  web: [
    async ({}, provide) => {
      const recognizer = await startLoopbackServer((request, response) => {
        request.resume().on('end', () => response.end('{"text":"Salom"}'));
      });
      const web = await startWebApp({
        ADMIN_WITHOUT_PASSWORD: 'local',
        ALTCHA: 'on',
        ALTCHA_FREE_PER_MINUTE: '1',
        TTS_PROVIDER: 'local',
        STT_PROVIDER: 'upstream',
        SPEECH_UPSTREAM_URL: recognizer.url,
      });
      await provide(web);
      await web.kill();
      recognizer.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ web }, provide) => provide(web.url),
});
const strings = messagesOf.en;

/** Sends requests until the server requires a proof. */
async function useUpFreeRequests(request: APIRequestContext): Promise<void> {
  await expect(async () => {
    const answer = await request.get('/api/tts/stream?text=Salom&language=en');
    expect([answer.status(), await answer.json()]).toMatchObject([428, { code: 'proof_required' }]);
  }).toPass();
}

/** Collects the status of each answer of this path and of /api/proof. */
function collectAnswers(page: Page, path: string): [path: string, status: number][] {
  const answers: [path: string, status: number][] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (['/api/proof', path].includes(pathname)) answers.push([pathname, answer.status()]);
  });
  return answers;
}

const answersWithProof = (path: string) => [
  [path, 428],
  ['/api/proof', 200],
  [path, 200],
];

test('beyond the free requests the browser sends a proof of work by itself, and the demo speaks', async ({
  visit,
  request,
}) => {
  const { page } = await visit();
  await page.goto(`${hrefIn('en', '/')}#demo-tts`);
  await useUpFreeRequests(request);
  const answers = collectAnswers(page, '/api/tts/stream');
  const demo = page.getByRole('region', { name: strings.demo_tts_title });
  await demo.getByRole('textbox', { name: strings.tts_text }).fill('Good morning');
  await demo.getByRole('button', { name: strings.tts_convert, exact: true }).click();
  await expect(demo.getByRole('timer')).toBeVisible();
  expect(answers).toEqual(answersWithProof('/api/tts/stream'));
});

test('the office hears its sentences without a proof', async ({ request }) => {
  await useUpFreeRequests(request);
  const answer = await request.get('/api/tts/stream?text=Salom&language=en&office=1');
  expect(answer.status()).toBe(200);
});

test('the demo of recognition sends its recording again with a proof', async ({ visit, request }) => {
  const { page } = await visit();
  await page.goto(`${hrefIn('en', '/')}#demo-stt`);
  const demo = page.getByRole('region', { name: strings.demo_stt_title });
  await expect(demo.getByRole('button', { name: strings.stt_start })).toBeEnabled();
  await useUpFreeRequests(request);
  const answers = collectAnswers(page, '/api/stt/transcribe');
  await demo.getByLabel(strings.stt_file).setInputFiles(recordingFile('voice.mp3'));
  await expect(demo.getByRole('region', { name: strings.stt_result })).toContainText('Salom');
  expect(answers).toEqual(answersWithProof('/api/stt/transcribe'));
});

test('a call gets its token with a proof, and meets the agent', async ({ visit, phone, request }) => {
  const call = await visit();
  await useUpFreeRequests(request);
  const answers = collectAnswers(call.page, '/api/get-token');
  await call.call(phone);
  await call.expectAgentConnected();
  expect(answers).toEqual(answersWithProof('/api/get-token'));
});
