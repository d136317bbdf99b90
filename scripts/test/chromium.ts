import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findProgram } from '../../lib/server/platform/find-program.mjs';
import { chromiumNames } from '../browser.ts';
import type { Launch } from '../start/launch.ts';
import { runCommand } from '../start/run-command.mjs';
import { step } from '../start/progress.mjs';

/**
 * Finds a Chromium for the browser tests: the one on PATH, else the Debian package where this process may install it,
 * else Playwright's own. The whole browser, since its headless shell refuses the microphone.
 * @throws StepFailed of the last way that was tried
 */
export async function findChromium(launch: Launch): Promise<string> {
  return findProgram(chromiumNames) ?? (await installPackage(launch)) ?? (await installOwn(launch));
}

async function installPackage(launch: Launch): Promise<string | undefined> {
  const apt = findProgram(['apt-get']);
  if (apt === undefined || process.getuid?.() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (name: string, args: string[]) =>
    runCommand(launch, { name, title: `apt-get ${args[0]}`, command: apt, args, env }, 'install Chromium.');
  try {
    await step('Chromium (Debian package)', async () => {
      await run('apt-update', ['update']);
      await run('apt-install', ['install', '-y', '--no-install-recommends', 'chromium']);
    });
  } catch {
    launch.signal.throwIfAborted();
  }
  return findProgram(chromiumNames);
}

async function installOwn(launch: Launch): Promise<string> {
  const present = chromium.executablePath();
  if (existsSync(present)) return present;
  const script = path.join('node_modules', 'playwright', 'cli.js');
  const args = [script, 'install', '--no-shell', 'chromium'];
  const advice = 'install Chromium so that it is on PATH, then run the command again.';
  const command = { name: 'chromium-install', title: 'playwright install', command: process.execPath, args };
  await step("Chromium (Playwright's own)", () => runCommand(launch, command, advice));
  return present;
}
