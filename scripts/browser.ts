import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { findProgram } from '../lib/server/platform/find-program.mjs';

export const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** CHROMIUM_PATH, the Chromium on PATH, or Playwright's own, if it was installed. */
export function findBrowser(): string {
  return process.env.CHROMIUM_PATH ?? findProgram(chromiumNames) ?? chromium.executablePath();
}

/** A headless Chromium. */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  });
}
