import path from 'node:path';
import type { Launch } from '../start/launch.ts';
import { findChromium } from './chromium.ts';
import { startProductUnderTest } from './product-under-test.ts';
import type { Count } from './stage.ts';
import { countOf, runTool } from './stage.ts';

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** Runs the browser tests on a product of their own, with the settings that reach its parts in their environment. */
export async function browserTests(launch: Launch, env: NodeJS.ProcessEnv): Promise<Count> {
  const chromium = await findChromium(launch);
  const product = await startProductUnderTest(launch.root, env, path.join(launch.dataDir, 'product'));
  try {
    const report = path.join(launch.dataDir, 'browser-tests.json');
    const isContent = await runTool(launch, {
      name: 'browser-tests',
      script: '@playwright/test/cli.js',
      args: ['test', '--config', path.join('e2e', 'playwright.config.ts'), '--reporter=list,json'],
      env: {
        ...env,
        ...product.settings,
        BASE_URL: product.url,
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    });
    return countOf(report, isContent, ({ stats }: PlaywrightReport) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }));
  } finally {
    await product.stop();
  }
}
