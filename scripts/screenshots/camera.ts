import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { Messages } from '../../lib/i18n/strings.ts';

export const widths = [360, 768, 1280] as const;
export type Width = (typeof widths)[number];
export const themes = ['light', 'dark'] as const;

const heights: Record<Width, number> = { 360: 740, 768: 1024, 1280: 800 };

/** One visitor: a width, a language, and the page of a browser that the story leads through the site. */
export interface Visit {
  page: Page;
  width: Width;
  language: Language;
  words: Messages;
  /** Takes what is to be seen now, or one element of the page, or all of it, by day and by night. */
  take: (name: string, what?: Locator | 'whole page') => Promise<void>;
}

export interface Story {
  name: string;
  /** Whether the bars move: only where what they show is the point, since no two pictures of them are the same. */
  motion?: boolean;
  /** Whether the browser gives the microphone. */
  microphone?: 'denied';
  tell: (visit: Visit) => Promise<void>;
}

export interface Place {
  baseUrl: string;
  folder: string;
}

/** What floats above the page hides parts of a section that is taken by itself. */
const floating = 'header:has(nav), aside:has([popover]), a[href="#content"]';

async function showFloating(page: Page, isShown: boolean): Promise<void> {
  await page.locator(floating).evaluateAll((all, shown) => {
    for (const one of all) if (one instanceof HTMLElement) one.style.visibility = shown ? '' : 'hidden';
  }, isShown);
}

/** Where the pictures of one name at one width lie. */
export function pictureFile(
  folder: string,
  name: string,
  width: Width,
  language: string,
  theme: string,
): string {
  return path.join(folder, name, `${width}-${language}-${theme}.png`);
}

/** Tells one story to one visitor, and gives the names of the pictures that were taken. */
export async function tellStory(
  browser: Browser,
  story: Story,
  { baseUrl, folder }: Place,
  [width, language]: [Width, Language],
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height: heights[width] },
    hasTouch: width === 360,
    reducedMotion: story.motion ? 'no-preference' : 'reduce',
    timezoneId: 'Asia/Tashkent',
  });
  const names: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await story.tell({
      page,
      width,
      language,
      words: messagesOf[language],
      take: async (name, what) => {
        names.push(name);
        for (const theme of themes) {
          const file = pictureFile(folder, name, width, language, theme);
          await mkdir(path.dirname(file), { recursive: true });
          await page.emulateMedia({ colorScheme: theme });
          if (what === undefined || what === 'whole page') {
            await page.screenshot({ path: file, animations: 'disabled', fullPage: what === 'whole page' });
          } else {
            await showFloating(page, false);
            await what.screenshot({ path: file, animations: 'disabled' });
            await showFloating(page, true);
          }
        }
      },
    });
  } finally {
    await context.close();
  }
  return names;
}
