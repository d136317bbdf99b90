import path from 'node:path';
import type { Launch } from '../start/launch.ts';
import { findChromium } from './chromium.ts';
import { startProductUnderTest } from './product-under-test.ts';
import type { Count } from './stage.ts';
import { countOf, runTool, stage } from './stage.ts';

/** The projects of e2e/playwright.config.ts, one after the other: a failure in one hides nothing of the next. */
const projects = ['api', 'site', 'calls', 'faults'];

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** Runs the browser tests on a product of their own, with the settings that reach its parts in their environment. */
export async function browserTests(launch: Launch, env: NodeJS.ProcessEnv): Promise<Count[]> {
  const chromium = await findChromium(launch);
  const product = await startProductUnderTest(launch.root, env, path.join(launch.dataDir, 'product'));
  const settings = { ...env, ...product.settings, BASE_URL: product.url, CHROMIUM_PATH: chromium };
  const counts: Count[] = [];
  try {
    for (const project of projects)
      counts.push(await stage(`product tests: ${project}`, () => runProject(launch, settings, project)));
  } finally {
    await product.stop();
  }
  return counts;
}

async function runProject(launch: Launch, env: NodeJS.ProcessEnv, project: string): Promise<Count> {
  const report = path.join(launch.dataDir, `browser-tests-${project}.json`);
  const config = path.join('e2e', 'playwright.config.ts');
  const succeeded = await runTool(launch, {
    name: `browser-tests-${project}`,
    live: true,
    script: '@playwright/test/cli.js',
    args: ['test', '--config', config, '--project', project, '--reporter=list,json'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return countOf(report, succeeded, ({ stats }: PlaywrightReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }));
}
