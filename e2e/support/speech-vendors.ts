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
  url: string;
  /** Sets the vendor's answer from now on; it reads each request fully first. */
  answer: (response: ServerResponse) => void;
  /** The forms that the vendor was sent. */
  asked: FormData[];
}

/** The product's voice, a vendor on loopback. A text arrives in pieces, its first sentence alone. */
export interface VoiceVendor {
  url: string;
  /** Sets the vendor's answer from now on. */
  answer: (response: ServerResponse, text: string) => void;
  /** The requested pieces. */
  asked: string[];
}

export type MicrophoneState = 'speaks' | 'silent' | 'denied';

interface SpeechVendorFixtures {
  /** A web app on the product's database with loopback speech vendors. */
  vendors: { speech: RecognitionVendor; voice: VoiceVendor };
  /** One browser for each microphone, reused by later tests. */
  browserWith: (microphone: MicrophoneState) => Promise<Browser>;
}

/** How many speech requests an address may make. */
export const limitPerHour = 5;

/** The message beyond that limit, at any time of the day. */
export const refusal = (words: Messages) =>
  new RegExp(
    [words.rate_limit_from, words.rate_limit_tomorrow].join('|').replaceAll('{time}', String.raw`\d\d:\d\d`),
  );

// One test for both demos: Playwright reuses a worker only for tests with the same fixtures.
export const test = base.extend<{ speech: RecognitionVendor; voice: VoiceVendor }, SpeechVendorFixtures>({
  vendors: [
    async ({}, provide) => {
      const speech: RecognitionVendor = { url: '', answer: (response) => void response.end(), asked: [] };
      const voice: VoiceVendor = { url: '', answer: (response) => void response.end(), asked: [] };
      const vendor = await startLoopbackServer(async (request, response) => {
        if (request.method === 'POST') {
          speech.asked.push(await formOf(request));
          speech.answer(response);
        } else {
          const text = new URL(request.url ?? '/', 'http://voice').searchParams.get('text') ?? '';
          voice.asked.push(text);
          voice.answer(response, text);
        }
      });
      const web = await startWebApp({
        STT_PROVIDER: 'upstream',
        TTS_PROVIDER: 'upstream',
        SPEECH_UPSTREAM_URL: vendor.url,
        LIMIT_SPEECH_PER_HOUR: String(limitPerHour),
        // A web app on Vercel runs no jobs, so this one leaves other leads alone.
        VERCEL: '1',
      });
      speech.url = voice.url = web.url;
      await provide({ speech, voice });
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
        const options = browserOptions({ wav, allowed: microphone !== 'denied' });
        const browser = openBrowsers.get(microphone) ?? playwright.chromium.launch(options);
        openBrowsers.set(microphone, browser);
        return browser;
      });
      for (const browser of openBrowsers.values()) await (await browser).close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  speech: ({ vendors }, provide) => provide(vendors.speech),
  voice: ({ vendors }, provide) => provide(vendors.voice),
});

async function formOf(request: IncomingMessage): Promise<FormData> {
  const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(body, { headers }).formData();
}

/** An answer of the recognition. */
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
export const tone: VoiceVendor['answer'] = (response, text) => void wav(response).end(wavFile(toneFor(text)));

/** The headers of an answer with sound. */
export function wav(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'audio/wav' });
}
