import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { languages } from '../../lib/i18n/language.ts';
import { hrefIn } from '../../lib/i18n/routing.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { watchPageFaults } from './page-faults.ts';

declare global {
  interface Window {
    /** Written by watchShift. */
    ovozShift?: number;
    /** Written by watchMovements. */
    ovozMovements?: string[];
  }
}

/** A test that fails on an error in the console or a violation of the Content-Security-Policy. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ page, context }, use) => {
      const faults = await watchPageFaults(context);
      page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/^(Failed to load resource|policy:)/.test(message.text()))
          faults.push(`console: ${message.text()}`);
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, languages };

export const words = (language: Language) => messagesOf[language];

export async function openHome(page: Page, language: Language): Promise<void> {
  await page.goto(hrefIn(language, '/'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(language).hero_title);
  await page.evaluate(() => document.fonts.ready);
}

/** Adds up the layout shifts of each page, from the next page on; readShift returns the sum. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.ovozShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number')
          window.ovozShift = (window.ovozShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function readShift(page: Page): Promise<number | undefined> {
  return page.evaluate(() => window.ovozShift);
}

/** Lists the transitions and animations that begin on each page, from the next page on; readMovements returns the list. */
export async function watchMovements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const movements: string[] = [];
    window.ovozMovements = movements;
    document.addEventListener(
      'transitionrun',
      ({ propertyName }) => movements.push(`transition of ${propertyName}`),
      { capture: true },
    );
    document.addEventListener(
      'animationstart',
      ({ animationName }) => movements.push(`animation ${animationName}`),
      { capture: true },
    );
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...args) {
      movements.push(`animate() of ${this.localName}`);
      return animate.apply(this, args);
    };
  });
}

/** The list of watchMovements, followed by the animations that run now. */
export function readMovements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return [...(window.ovozMovements ?? ['not watched']), ...running.map(() => 'a running animation')];
  });
}

/** Waits until the page has drawn this many frames. */
export async function waitForFrames(page: Page, count: number): Promise<void> {
  for (let frames = 0; frames < count; frames++)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
