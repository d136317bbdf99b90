import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from '../scripts/browser.ts';

/** The parts of the product that is up on this machine; `npm test` names those of its own in the environment. */
const running = path.join(process.env.DATA_DIR || '.data', 'run', 'product.json');
if (process.env.DATABASE_URL === undefined && existsSync(running))
  Object.assign(process.env, JSON.parse(readFileSync(running, 'utf8')));

const calls = /\/call[^/]*\.spec\.ts$/;
const callFaults = /\/call-faults\.spec\.ts$/;
const others = /\/other-browsers\.spec\.ts$/;
const leads = /\/lead-(faults|vendors)\.spec\.ts$/;

/** A fake microphone, sound without a press, and a media server on this machine. */
const firefoxUserPrefs = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
};

/** The product in a real browser. `npm test` starts the product and runs the projects in two lanes (scripts/test/browser-tests.ts). */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // The files side by side, the tests of each in their order: what a file starts, it starts once.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`,
    launchOptions: browserOptions(),
    // The page's motion takes a third of the browser's time: the tests that are about it ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // Of the API alone, beside its code: they wait for answers.
    { name: 'api', testDir: '../app/api', testMatch: /\.spec\.ts$/ },
    { name: 'site', testIgnore: [calls, leads, others] },
    // From a recording to its summary, on one product of their own whose vendors are ours.
    { name: 'leads', testMatch: leads, workers: 1 },
    // A call is a browser, an agent and a media server at work in real time: two at once starve each other on two cores.
    { name: 'calls', testMatch: calls, testIgnore: callFaults, workers: 1 },
    // Kills parts of the product: one at a time, when nobody else needs them.
    { name: 'faults', testMatch: callFaults, workers: 1 },
    // Half an hour: `npm run test:soak`.
    { name: 'soak', testMatch: /\.soak\.ts$/, workers: 1 },
    // `npm run test:browsers` against a running product, where `npx playwright install firefox webkit` has brought them.
    {
      name: 'firefox',
      testMatch: others,
      workers: 1,
      use: { browserName: 'firefox', launchOptions: { firefoxUserPrefs } },
    },
    // Playwright gives its WebKit no microphone.
    {
      name: 'webkit',
      testMatch: others,
      grepInvert: /@microphone/,
      use: { browserName: 'webkit', launchOptions: {} },
    },
  ],
});
