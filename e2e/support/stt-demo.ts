import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base, type Browser, type Locator, type Page } from '@playwright/test';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { type Language } from '../../lib/i18n/language.ts';
import { hrefIn } from '../../lib/i18n/routing.ts';
import { wavFile } from '../../lib/wav.ts';
import type { Messages } from '../../lib/i18n/strings.ts';
import { browserOptions } from '../../scripts/browser.ts';
import { watchPolicy } from './policy.ts';
import { startSpeechSite, type SpeechSite } from './speech-site.ts';
import { writeSpokenWav } from './spoken-wav.ts';
import { ownAddress } from './visitor-address.ts';

type Microphone = 'speaks' | 'silent' | 'denied';

/** The speech-to-text demo as a visitor meets it. */
export interface SttDemo {
  page: Page;
  words: Messages;
  section: Locator;
  status: Locator;
  result: Locator;
  start: Locator;
  stop: Locator;
  /** Chooses a file as soon as the demo takes one. */
  choose: (file: Parameters<Locator['setInputFiles']>[0]) => Promise<void>;
}

interface TestFixtures {
  /** A visitor with a browser, a microphone and an address of their own, who has come to the demo. */
  visit: (visit?: { language?: Language; microphone?: Microphone; siteUrl?: string }) => Promise<SttDemo>;
}

interface WorkerFixtures {
  speech: SpeechSite;
  /** A browser for each microphone; it stays open for the tests to come. */
  browserWith: (microphone: Microphone) => Promise<Browser>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  speech: [
    async ({}, provide) => {
      const { site, stop } = await startSpeechSite();
      await provide(site);
      await stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  browserWith: [
    async ({ playwright }, provide) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-voices-'));
      const voices = { speaks: path.join(folder, 'speaks.wav'), silent: path.join(folder, 'silent.wav') };
      await writeSpokenWav(voices.speaks, 'uz', 0.5);
      await writeFile(voices.silent, wavFile(new Int16Array(16_000)));
      const open = new Map<Microphone, Promise<Browser>>();
      await provide((microphone) => {
        const wav = voices[microphone === 'silent' ? 'silent' : 'speaks'];
        const options = browserOptions({ wav, allowed: microphone !== 'denied' });
        const browser = open.get(microphone) ?? playwright.chromium.launch(options);
        open.set(microphone, browser);
        return browser;
      });
      for (const browser of open.values()) await (await browser).close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  visit: async ({ speech, browserWith }, provide) => {
    const closing: (() => Promise<void>)[] = [];
    const refused: string[][] = [];
    await provide(async ({ language = 'uz', microphone = 'speaks', siteUrl = speech.url } = {}) => {
      const browser = await browserWith(microphone);
      const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': ownAddress() } });
      closing.push(() => context.close());
      refused.push(await watchPolicy(context));
      const page = await context.newPage();
      await page.goto(`${siteUrl}${hrefIn(language, '/')}#demo-stt`);
      return demoOn(page, messagesOf[language]);
    });
    for (const close of closing) await close();
    expect(refused.flat()).toEqual([]);
  },
});

function demoOn(page: Page, words: Messages): SttDemo {
  const section = page.getByRole('region', { name: words.demo_stt_title });
  const start = section.getByRole('button', { name: words.stt_start });
  return {
    page,
    words,
    section,
    status: section.getByRole('status'),
    result: section.getByRole('region', { name: words.stt_result }),
    start,
    stop: section.getByRole('button', { name: words.stt_stop }),
    choose: async (file) => {
      await expect(start).toBeEnabled();
      await section.getByLabel(words.stt_file).setInputFiles(file);
    },
  };
}

/** A recording of the repository, by its name. */
export function recordingFile(name: string): string {
  return path.join(import.meta.dirname, '../../lib/server/audio/fixtures', name);
}

export { expect };
