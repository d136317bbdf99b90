import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { type Language } from '../../lib/i18n/language.ts';
import { hrefIn } from '../../lib/i18n/routing.ts';
import { wavHeaderBytes } from '../../lib/wav.ts';
import type { Messages } from '../../lib/i18n/strings.ts';
import { collectScheduledSound } from './speakers.ts';
import { test as base } from './speech-vendors.ts';
import { expectAccessible } from './accessible.ts';
import { randomAddress } from './visitor-address.ts';

/** The text-to-speech demo on the page. */
export interface TtsDemo {
  page: Page;
  words: Messages;
  section: Locator;
  text: Locator;
  convert: Locator;
  play: Locator;
  pause: Locator;
  position: Locator;
  rateLimitTimer: Locator;
  toast: (words: string) => Locator;
  example: (id: 1 | 2 | 3 | 4) => Locator;
  /** The file of the download button. */
  download: () => Promise<{ name: string; bytes: Buffer; samples: Int16Array }>;
  expectAccessible: () => Promise<void>;
}

interface SynthesisFixtures {
  /** A visitor at the demo with their own address; by default on the product under test and its voice. */
  visit: (visit?: { language?: Language; siteUrl?: string }) => Promise<TtsDemo>;
}

export const test = base.extend<SynthesisFixtures>({
  visit: async ({ browser, baseURL }, provide) => {
    const closeActions: (() => Promise<void>)[] = [];
    await provide(async ({ language = 'uz', siteUrl = baseURL } = {}) => {
      const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': randomAddress() } });
      closeActions.push(() => context.close());
      const page = await context.newPage();
      await collectScheduledSound(page);
      await page.goto(`${siteUrl}${hrefIn(language, '/')}#demo-tts`);
      const demo = demoOn(page, messagesOf[language]);
      await expect(demo.convert).toBeEnabled();
      return demo;
    });
    for (const closeAction of closeActions) await closeAction();
  },
});

function demoOn(page: Page, words: Messages): TtsDemo {
  const section = page.getByRole('region', { name: words.demo_tts_title });
  const button = (name: string) => section.getByRole('button', { name, exact: true });
  return {
    page,
    words,
    section,
    text: section.getByRole('textbox', { name: words.tts_text }),
    convert: button(words.tts_convert),
    play: button(words.tts_play),
    pause: button(words.tts_pause),
    position: section.getByRole('slider', { name: words.tts_position }),
    rateLimitTimer: section.getByRole('timer'),
    toast: (message) => page.getByRole('listitem').filter({ hasText: message }),
    example: (id) => button(words[`tts_example_${id}`]),
    download: async () => {
      const downloading = page.waitForEvent('download');
      await button(words.tts_download).click();
      const file = await downloading;
      const bytes = await readFile(await file.path());
      return { name: file.suggestedFilename(), bytes, samples: samplesOf(bytes) };
    },
    expectAccessible: () => expectAccessible(page, { within: '#demo-tts' }),
  };
}

/** Compares two sounds without printing their samples if they differ. */
export function expectSameSound(actual: Int16Array, expected: Int16Array): void {
  expect(actual.length).toBe(expected.length);
  expect(actual.findIndex((sample, at) => sample !== expected[at])).toBe(-1);
}

/** The samples of a WAV file of ours. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(Uint8Array.from(bytes.subarray(wavHeaderBytes)).buffer);
}

export { expect };
