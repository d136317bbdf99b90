import type { Download, Page } from '@playwright/test';

/** The download that a press begins. */
export async function downloadAfter(page: Page, press: () => Promise<void>): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await press();
  return downloading;
}

/** The position of a recording's player, in seconds. */
export async function positionS(page: Page): Promise<number> {
  return page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
}
