import path from 'node:path';
import type { Launch } from '../start/launch.ts';
import { say } from '../start/progress.mjs';
import { findChromium } from './chromium.ts';
import { startProductUnderTest } from './product-under-test.ts';
import type { Count } from './stage.ts';
import { allBad, countOf, runTool, stage } from './stage.ts';

/**
 * The projects of e2e/playwright.config.ts in two lanes, each on a product of its own; a failure hides nothing of what comes after it. A call is
 * held in real time and mostly waits: the lane of pages works beside it with what is left of the processor.
 */
const lanes = [
  { name: 'pages', projects: ['api', 'site'], isBackground: true },
  { name: 'calls', projects: ['calls', 'faults'], isBackground: false },
];

type Lane = (typeof lanes)[number];

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** Runs the browser tests, with the settings that reach the parts of their product in their environment. */
export async function browserTests(launch: Launch, env: NodeJS.ProcessEnv): Promise<Count[]> {
  const chromium = await findChromium(launch);
  const counts = await Promise.all(
    lanes.map(async (lane): Promise<Count[]> => {
      try {
        return await runLane(launch, { ...env, CHROMIUM_PATH: chromium }, lane);
      } catch (error) {
        if (launch.signal.aborted) throw error;
        say(error instanceof Error ? error.message : String(error));
        return [allBad];
      }
    }),
  );
  return counts.flat();
}

async function runLane(launch: Launch, env: NodeJS.ProcessEnv, lane: Lane): Promise<Count[]> {
  const product = await startProductUnderTest(launch.root, env, path.join(launch.dataDir, lane.name));
  const settings = { ...env, ...product.settings, BASE_URL: product.url };
  const counts: Count[] = [];
  try {
    for (const project of lane.projects)
      counts.push(
        await stage(`product tests: ${project}`, () => runProject(launch, settings, project, lane)),
      );
  } finally {
    await product.stop();
  }
  return counts;
}

async function runProject(
  launch: Launch,
  env: NodeJS.ProcessEnv,
  project: string,
  { isBackground }: Lane,
): Promise<Count> {
  const report = path.join(launch.dataDir, `browser-tests-${project}.json`);
  const config = path.join('e2e', 'playwright.config.ts');
  const output = path.join('test-results', project);
  const succeeded = await runTool(launch, {
    name: `browser-tests-${project}`,
    live: true,
    isBackground,
    script: '@playwright/test/cli.js',
    args: ['test', '--config', config, '--project', project, '--reporter=list,json', '--output', output],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return countOf(report, succeeded, ({ stats }: PlaywrightReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }));
}
