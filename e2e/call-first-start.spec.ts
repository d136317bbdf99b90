import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { topics } from '../lib/contracts/interview.ts';
import type { OwnerVoiceState } from '../lib/contracts/owner-voice.ts';
import { type Language, languages } from '../lib/i18n/language.ts';
import { formatPhone } from '../lib/phone.ts';
import { decodeBlocks, decodeMono } from '../lib/server/audio/decode.ts';
import { type Samples, joinSamples, pcmRateHz } from '../lib/server/audio/pcm.ts';
import { localSynthesizer } from '../lib/server/speech/tts.ts';
import { likenessOfPassage } from '../lib/server/testing/correlate.ts';
import {
  smallRecognizer,
  smallRecognizers,
  startModelPublisher,
} from '../lib/server/testing/model-publisher.ts';
import { wavFile } from '../lib/wav.ts';
import type { OwnProduct } from '../scripts/test/product-under-test.ts';
import { newPhone } from './support/api.ts';
import type { CallPanel } from './support/call-panel.ts';
import { leadOf } from './support/lead-processing.ts';
import { leadsOf, recordedLead } from './support/leads-of-phone.ts';
import { productTimeoutMs, provideOwnProduct } from './support/product-with-vendor.ts';
import { prepareSentences, replaceMicrophone, speak } from './support/spoken-answers.ts';
import { test as base } from './support/visitor.ts';

/** A product without keys, with small recognisers: they write an "a" for each 200 ms of voice. */
const test = base.extend<object, { product: OwnProduct }>({
  product: [
    async ({}, provide) => {
      const publisher = await startModelPublisher(smallRecognizers());
      await provideOwnProduct({ SPEECH_MODELS: 'auto', MODELS_URL: publisher.url }, async (product) => {
        await addEnglishModel(product);
        await provide(product);
      });
      publisher.stop();
    },
    { scope: 'worker', timeout: productTimeoutMs },
  ],
  baseURL: ({ product }, provide) => provide(product.url),
  // The leads are deleted with the product.
  phone: ({}, provide) => provide(formatPhone(newPhone())),
});

/** The catalogue's checksum excludes a small English model, so the owner adds one. */
async function addEnglishModel({ dataDir }: OwnProduct): Promise<void> {
  const args = ['scripts/models.ts', 'add', smallRecognizer, 'recognition', 'en'];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } });
}

const answer = 'My name is Aziz, from Tashkent.';
const recognised = /^[a ]+$/;
const limits = { maxDurationS: 300 };
/** Sentences that the agent never synthesizes. They are long, because a browser stretches a call's first second. */
const ownerSentences = [
  'Здравствуйте, мы очень рады вашему звонку и сейчас запишем наш разговор.',
  'Скажите, пожалуйста, с кем мы сегодня говорим?',
];

async function synthesize(text: string, language: 'uz' | 'ru'): Promise<Samples> {
  const options = { language, sampleRateHz: pcmRateHz } as const;
  return joinSamples(await Array.fromAsync(localSynthesizer().synthesize(text, options)));
}

/** The owner chooses a file for each of the first sentences of a call. */
async function chooseFiles(page: Page, sounds: Samples[]): Promise<void> {
  await page.goto('/en/admin/agent');
  await page.getByRole('button', { name: 'Record: Oʻzbek' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record: Oʻzbek' });
  for (const [index, sound] of sounds.entries()) {
    await expect(dialog).toContainText(`Sentence ${index + 1} of`);
    const file = { name: 'sentence.wav', mimeType: 'audio/wav', buffer: Buffer.from(wavFile(sound)) };
    await dialog.getByLabel('Choose a file').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  }
  await expect(dialog).toContainText(`Sentence ${sounds.length + 1} of`);
}

/** The recordings as the agent plays them. */
async function playedRecordings(request: APIRequestContext): Promise<Samples[]> {
  const api = '/api/admin/agent/voice';
  const { sentences }: OwnerVoiceState = await (await request.get(api)).json();
  const ids = sentences.flatMap(({ recording }) => recording?.id ?? []);
  return Promise.all(
    ids.map(async (id) => decodeMono(await (await request.get(`${api}/${id}`)).body(), limits)),
  );
}

/** The agent's channel of a lead's recording. */
async function agentSoundOf(request: APIRequestContext, phone: string): Promise<Samples> {
  const { _id } = await recordedLead(request, phone);
  const file = await (await request.get(`/api/leads/${_id}/audio`)).body();
  const blocks = await Array.fromAsync(decodeBlocks(file, limits));
  return joinSamples(blocks.map(([, agent = new Int16Array()]) => agent));
}

/** Answers each question of a call, and expects the visitor's words and a summary of them in its lead. */
async function completeCall(
  language: Language,
  phone: string,
  visit: (settings: { language: Language; prepare: typeof replaceMicrophone }) => Promise<CallPanel>,
  request: APIRequestContext,
): Promise<CallPanel> {
  await prepareSentences(answer);
  const call = await visit({ language, prepare: replaceMicrophone });
  await call.call(phone);
  await call.expectAgentConnected();
  for (const { id } of topics) {
    await expect(call.captions).toContainText(call.strings[`agent_ask_${id}`]);
    await call.untilVisitorsTurn();
    await speak(call.page, [answer]);
  }
  await expect(call.status).toHaveText(call.strings.voice_chat_call_ended);
  await expect.poll(async () => (await leadsOf(request, phone))[0]?.processingStatus).toBe('completed');
  const [listedLead] = await leadsOf(request, phone);
  const lead = await leadOf(request, listedLead?._id ?? '');
  const visitorTexts = lead.turns.filter(({ speaker }) => speaker === 'visitor').map(({ text }) => text);
  expect(visitorTexts.length).toBeGreaterThanOrEqual(topics.length);
  for (const text of visitorTexts) expect(text).toMatch(recognised);
  expect(JSON.parse(lead.summary ?? '{}')).toMatchObject({
    ism: expect.stringMatching(recognised),
    kasb: expect.stringMatching(recognised),
    maqsad: expect.stringMatching(recognised),
    ehtiyojlar: [expect.stringMatching(recognised)],
  });
  return call;
}

test("without a key a call has the owner's voice, and its lead the visitor's words and a summary", async ({
  page,
  product,
  visit,
  phone,
  request,
}) => {
  await chooseFiles(page, await Promise.all(ownerSentences.map((text) => synthesize(text, 'ru'))));
  const agentLog = path.join(product.dataDir, 'logs', 'agent.log');
  await expect.poll(() => readFileSync(agentLog, 'utf8')).toMatch(/"owner_voice_loaded".*"recordings":2/);
  await page.close();
  const { strings } = await completeCall('uz', phone, visit, request);

  const agent = await agentSoundOf(request, phone);
  const [first, ...others] = await Promise.all(
    topics.map(({ id }) => synthesize(strings[`agent_ask_${id}`], 'uz')),
  );
  for (const sound of await playedRecordings(request))
    expect(likenessOfPassage(agent, sound)).toBeGreaterThan(0.85);
  // The configured voice speaks only the sentences without a recording. A slow machine's browser stretches the sound.
  const unspokenLikeness = likenessOfPassage(agent, first ?? new Int16Array());
  expect(unspokenLikeness).toBeLessThan(0.85);
  for (const sound of others) expect(likenessOfPassage(agent, sound)).toBeGreaterThan(unspokenLikeness);
});

for (const language of languages.filter((other) => other !== 'uz'))
  test(`without a key the lead of a call in ${language} has the visitor's words and a summary`, async ({
    visit,
    phone,
    request,
  }) => {
    await completeCall(language, phone, visit, request);
  });
