import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser.ts';

/** The product in a real browser. `npm test` starts the product and says where it is; see scripts/test. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // A call is a browser, an agent and a media server at work in real time: two at once starve each other on two cores.
  workers: 1,
  // Where the machine is shared with others, a call may starve all the same; once more tells that from a fault of ours.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:3000',
    launchOptions: browserOptions(),
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'product', testIgnore: /-faults\.spec\.ts$/ },
    // Kills parts of the product: one at a time, when nobody else needs them.
    { name: 'faults', testMatch: /-faults\.spec\.ts$/, fullyParallel: false, dependencies: ['product'] },
  ],
});
