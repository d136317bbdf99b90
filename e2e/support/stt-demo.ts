import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { type Language } from '../../lib/i18n/language.ts';
import { hrefIn } from '../../lib/i18n/routing.ts';
import type { Messages } from '../../lib/i18n/strings.ts';
import { watchPageFaults } from './page-faults.ts';
import { type MicrophoneState, test as base } from './speech-vendors.ts';
import { randomAddress } from './visitor-address.ts';

/** The speech-to-text demo on the page. */
export interface SttDemo {
  page: Page;
  words: Messages;
  section: Locator;
  status: Locator;
  result: Locator;
  start: Locator;
  stop: Locator;
  /** Chooses a file as soon as the demo accepts one. */
  choose: (file: Parameters<Locator['setInputFiles']>[0]) => Promise<void>;
}

interface RecognitionFixtures {
  /** A visitor at the demo with their own browser, microphone and address. */
  visit: (visit?: {
    language?: Language;
    microphone?: MicrophoneState;
    siteUrl?: string;
  }) => Promise<SttDemo>;
}

export const test = base.extend<RecognitionFixtures>({
  visit: async ({ recognizer, browserWith }, provide) => {
    const closeActions: (() => Promise<void>)[] = [];
    const faults: string[][] = [];
    await provide(async ({ language = 'uz', microphone = 'speaks', siteUrl = recognizer.siteUrl } = {}) => {
      const browser = await browserWith(microphone);
      const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': randomAddress() } });
      closeActions.push(() => context.close());
      faults.push(await watchPageFaults(context));
      const page = await context.newPage();
      await page.goto(`${siteUrl}${hrefIn(language, '/')}#demo-stt`);
      return demoOn(page, messagesOf[language]);
    });
    for (const closeAction of closeActions) await closeAction();
    expect(faults.flat()).toEqual([]);
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

/** The path of a test recording in the repository. */
export function recordingFile(name: string): string {
  return path.join(import.meta.dirname, '../../lib/server/audio/fixtures', name);
}

export { expect };
