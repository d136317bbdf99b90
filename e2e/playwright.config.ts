import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from '../scripts/browser.ts';

/** The settings of the running product; `npm test` passes those of its own product by environment. */
const productFile = path.join(process.env.DATA_DIR || '.data', 'run', 'product.json');
if (!process.env.DATABASE_URL && existsSync(productFile))
  Object.assign(process.env, JSON.parse(readFileSync(productFile, 'utf8')));

const calls = /\/call(-conversation|-killed)?\.spec\.ts$/;
const callFaults = /\/call-faults\.spec\.ts$/;
const otherBrowsers = /\/other-browsers\.spec\.ts$/;
const ownProducts = /\/(call-first-start|lead-faults|lead-vendors)\.spec\.ts$/;

/** Allows a fake microphone, autoplay, and a media server on this machine. */
const firefoxUserPrefs = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
};

/**
 * The product in a real browser. `npm test` runs api, site, own-products, calls and faults in two lanes (scripts/test/browser-tests.ts).
 * Each lane has its own product; the tests of `own-products` start others.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Files run in parallel, the tests of a file in order, so a file starts its servers once.
  workers: 2,
  // Long, because a busy machine is slow.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`,
    launchOptions: browserOptions(),
    // Motion takes a third of the browser's CPU time; tests about motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // The API's tests are beside its code.
    { name: 'api', testDir: '../app/api', testMatch: /\.spec\.ts$/ },
    { name: 'site', testIgnore: [calls, callFaults, ownProducts, otherBrowsers] },
    // A first start, and from a recording to its summary: on products with small recognisers or loopback vendors.
    { name: 'own-products', testMatch: ownProducts, workers: 1 },
    // Calls of two tests at once would starve each other on two cores.
    { name: 'calls', testMatch: calls, workers: 1 },
    // These kill parts of the product, so nothing else may use it.
    { name: 'faults', testMatch: callFaults, workers: 1 },
    // `npm run test:soak`, half an hour.
    { name: 'soak', testMatch: /\.soak\.ts$/, workers: 1 },
    // `npm run test:browsers` against a running product, after `npx playwright install firefox webkit`.
    {
      name: 'firefox',
      testMatch: otherBrowsers,
      workers: 1,
      use: { browserName: 'firefox', launchOptions: { firefoxUserPrefs } },
    },
    // Playwright gives its WebKit no microphone.
    {
      name: 'webkit',
      testMatch: otherBrowsers,
      grepInvert: /@microphone/,
      use: { browserName: 'webkit', launchOptions: {} },
    },
  ],
});
