import type { Download, Page } from '@playwright/test';

/** The download that a press begins. */
export async function downloadAfter(page: Page, press: () => Promise<void>): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await press();
  return downloading;
}

/** Makes the page's player repeat its recording: on a slow machine a short one would end before the test has seen it play. */
export async function loopRecording(page: Page): Promise<void> {
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => {
    audio.loop = true;
  });
}

/** The position of a recording's player, in seconds. */
export async function positionS(page: Page): Promise<number> {
  return page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
}
