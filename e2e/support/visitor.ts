import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base, type BrowserContext } from '@playwright/test';
import { type Language } from '../../lib/i18n/language.ts';
import { hrefIn } from '../../lib/i18n/routing.ts';
import { formatPhone } from '../../lib/phone.ts';
import { browserOptions } from '../../scripts/browser.ts';
import { CallPanel } from './call-panel.ts';
import { newPhone } from './api.ts';
import { deleteLeadsAndCalls } from './leads-of-phone.ts';
import { watchPageFaults } from './page-faults.ts';
import { writeSpokenWav } from '../../scripts/test/spoken-wav.ts';

interface VisitSettings {
  language?: Language;
  /** Silence before each thing the visitor says, in seconds. */
  pauseS?: number;
  /** True if the browser grants the microphone. */
  isMicrophoneAllowed?: boolean;
  /** Motion takes a third of a browser's CPU time, and few tests are about it. */
  reducedMotion?: 'reduce' | 'no-preference';
  /** A folder that preserves the browser's storage when it is killed. */
  profile?: string;
  /** Prepares the browser before its first page. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

interface VisitorFixtures {
  /** The visitor's number; its calls and leads are deleted after the test. */
  phone: string;
  /** A visitor with their own browser and voice, on the home page. */
  visit: (visit?: VisitSettings) => Promise<CallPanel>;
  /** A folder for a browser's storage. */
  profile: string;
}

interface SpokenFixtures {
  spokenWav: (language: Language, pauseS: number) => Promise<string>;
}

export const test = base.extend<VisitorFixtures, SpokenFixtures>({
  spokenWav: [
    async ({}, provide) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-voice-'));
      const wavFiles = new Map<string, Promise<string>>();
      await provide((language, pauseS) => {
        const file = path.join(folder, `${language}-${pauseS}.wav`);
        const wavFile = wavFiles.get(file) ?? writeSpokenWav(file, language, pauseS).then(() => file);
        wavFiles.set(file, wavFile);
        return wavFile;
      });
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  phone: async ({ request }, provide) => {
    const phone = formatPhone(newPhone());
    await provide(phone);
    await deleteLeadsAndCalls(request, phone);
  },

  profile: async ({}, provide) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-profile-'));
    await provide(folder);
    // The killed browser may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  },

  visit: async ({ playwright, baseURL, spokenWav }, provide) => {
    const closeActions: (() => Promise<void>)[] = [];
    const faults: string[][] = [];
    await provide(
      async ({
        language = 'en',
        pauseS = 5,
        isMicrophoneAllowed = true,
        profile,
        prepare,
        reducedMotion = 'reduce',
      } = {}) => {
        const launch = browserOptions({ wav: await spokenWav(language, pauseS), isMicrophoneAllowed });
        const settings = { baseURL, viewport: { width: 1280, height: 800 }, reducedMotion };
        let context: BrowserContext;
        if (profile === undefined) {
          const browser = await playwright.chromium.launch(launch);
          closeActions.push(() => browser.close());
          context = await browser.newContext(settings);
        } else {
          context = await playwright.chromium.launchPersistentContext(profile, { ...launch, ...settings });
          closeActions.push(() => context.close());
        }
        faults.push(await watchPageFaults(context));
        await prepare?.(context);
        const page = context.pages()[0] ?? (await context.newPage());
        await page.goto(hrefIn(language, '/'));
        return new CallPanel(page, language);
      },
    );
    for (const closeAction of closeActions) await closeAction();
    expect(faults.flat()).toEqual([]);
  },
});

export { expect };
