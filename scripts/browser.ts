import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { findProgram } from './start/find-program.mjs';

export const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** A headless Chromium: CHROMIUM_PATH, the one on PATH, or Playwright's own, if it was installed. */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findProgram(chromiumNames) ?? chromium.executablePath();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] });
}
