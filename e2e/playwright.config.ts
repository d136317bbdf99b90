import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser.ts';

/** The product in a real browser. `npm test` starts the product and says where it is; see scripts/test. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // Each call is a browser, an agent and a media server at work.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:3000',
    launchOptions: browserOptions(),
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'product', testIgnore: /-faults\.spec\.ts$/ },
    // Kills parts of the product: one at a time, when nobody else needs them.
    { name: 'faults', testMatch: /-faults\.spec\.ts$/, fullyParallel: false, dependencies: ['product'] },
  ],
});
