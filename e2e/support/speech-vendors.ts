import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { test as base, type Browser } from '@playwright/test';
import type { Messages } from '../../lib/i18n/strings.ts';
import { startLoopbackServer } from '../../lib/server/testing/loopback-server.ts';
import { wavFile } from '../../lib/wav.ts';
import { browserOptions } from '../../scripts/browser.ts';
import { writeSpokenWav } from '../../scripts/test/spoken-wav.ts';
import { startWebApp } from './web-app.ts';

/** The product's recogniser, a vendor on loopback. */
export interface RecognitionVendor {
  /** The address of the web app that uses the vendor. */
  siteUrl: string;
  /** Answers each request once it is read. Tests replace it. */
  answer: (response: ServerResponse) => void;
  /** The forms that the vendor was sent. */
  requests: FormData[];
}

/** The product's voice, a vendor on loopback. A text arrives in pieces. The first piece is its first sentence. */
export interface VoiceVendor {
  /** The address of the web app that uses the vendor. */
  siteUrl: string;
  /** Answers each request. Tests replace it. */
  answer: (response: ServerResponse, text: string) => void;
  /** The pieces of text that were requested. */
  requests: string[];
}

export type MicrophoneState = 'speaks' | 'silent' | 'denied';

interface SpeechVendorFixtures {
  /** The two loopback vendors of one web app, which uses the product's database. */
  vendors: { recognizer: RecognitionVendor; voice: VoiceVendor };
  /** One browser for each microphone, reused by later tests. */
  browserWith: (microphone: MicrophoneState) => Promise<Browser>;
}

/** How many speech requests an address may make. */
export const limitPerHour = 5;

/** Matches the message beyond that limit, at any time of the day. */
export const limitMessage = (words: Messages) =>
  new RegExp(
    [words.rate_limit_from, words.rate_limit_tomorrow].join('|').replaceAll('{time}', String.raw`\d\d:\d\d`),
  );

// One `test` for both demos, because Playwright reuses a worker only for tests with the same worker fixtures.
export const test = base.extend<{ recognizer: RecognitionVendor; voice: VoiceVendor }, SpeechVendorFixtures>({
  vendors: [
    async ({}, provide) => {
      const answer = (response: ServerResponse) => void response.end();
      const recognizer: RecognitionVendor = { siteUrl: '', answer, requests: [] };
      const voice: VoiceVendor = { siteUrl: '', answer, requests: [] };
      const vendor = await startLoopbackServer(async (request, response) => {
        if (request.method === 'POST') {
          recognizer.requests.push(await formOf(request));
          recognizer.answer(response);
        } else {
          const text = new URL(request.url ?? '/', 'http://voice').searchParams.get('text') ?? '';
          voice.requests.push(text);
          voice.answer(response, text);
        }
      });
      const web = await startWebApp({
        STT_PROVIDER: 'upstream',
        TTS_PROVIDER: 'upstream',
        SPEECH_UPSTREAM_URL: vendor.url,
        LIMIT_SPEECH_PER_HOUR: String(limitPerHour),
        // Skips the start-up tasks of a long-lived server.
        VERCEL: '1',
      });
      recognizer.siteUrl = voice.siteUrl = web.url;
      await provide({ recognizer, voice });
      await web.kill();
      vendor.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  browserWith: [
    async ({ playwright }, provide) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-voices-'));
      const wavs = { speaks: path.join(folder, 'speaks.wav'), silent: path.join(folder, 'silent.wav') };
      await writeSpokenWav(wavs.speaks, 'uz', 0.5);
      await writeFile(wavs.silent, wavFile(new Int16Array(16_000)));
      const openBrowsers = new Map<MicrophoneState, Promise<Browser>>();
      await provide((microphone) => {
        const wav = wavs[microphone === 'silent' ? 'silent' : 'speaks'];
        const options = browserOptions({ wav, isMicrophoneAllowed: microphone !== 'denied' });
        const browser = openBrowsers.get(microphone) ?? playwright.chromium.launch(options);
        openBrowsers.set(microphone, browser);
        return browser;
      });
      for (const browser of openBrowsers.values()) await (await browser).close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  recognizer: ({ vendors }, provide) => provide(vendors.recognizer),
  voice: ({ vendors }, provide) => provide(vendors.voice),
});

async function formOf(request: IncomingMessage): Promise<FormData> {
  const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(body, { headers }).formData();
}

/** An answer of the recogniser. */
export const json =
  (status: number, body: unknown): RecognitionVendor['answer'] =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A tone whose pitch depends on the text's length, to distinguish pieces; a tenth of a second per character. */
export function toneFor(text: string): Int16Array<ArrayBuffer> {
  const frequencyHz = 200 + 10 * text.length;
  return Int16Array.from({ length: 1600 * text.length }, (_, at) =>
    Math.round(9000 * Math.sin((2 * Math.PI * frequencyHz * at) / 16_000)),
  );
}

/** Answers with the tone of the text. */
export const tone: VoiceVendor['answer'] = (response, text) =>
  void beginWav(response).end(wavFile(toneFor(text)));

/** Writes the headers of an answer with sound. */
export function beginWav(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'audio/wav' });
}
