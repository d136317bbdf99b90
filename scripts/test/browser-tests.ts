import path from 'node:path';
import { type Launch, runStep } from '../start/launch.ts';
import { step } from '../start/progress.mjs';
import { type ProductUnderTest, startProductUnderTest } from './product-under-test.ts';
import { type Result, reportedResult, runTool, stage } from './stage.ts';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram } from '../../lib/server/platform/find-program.mjs';
import { chromiumNames } from '../browser.ts';

/** The Playwright projects in two lanes, which run side by side, because calls mostly wait in real time. */
const lanes = [
  { name: 'pages', runs: [['api', 'site']] },
  { name: 'calls', runs: [['own-products'], ['calls'], ['faults']] },
];

/** The project whose tests start their own products. */
const projectWithOwnProducts = 'own-products';

type Lane = (typeof lanes)[number];

interface PlaywrightTests {
  suites?: (PlaywrightTests & { title: string })[];
  specs?: { title: string; ok: boolean }[];
}

interface PlaywrightReport extends PlaywrightTests {
  stats: { expected: number };
}

/**
 * Runs the browser tests with their product's settings in the environment.
 * @param otherTests need the processor; tests on a lane's product wait for them, so that calls run in real time
 */
export async function browserTests(
  launch: Launch,
  env: NodeJS.ProcessEnv,
  otherTests: Promise<unknown>,
): Promise<Result[]> {
  const chromiumPath = await findChromium(launch);
  const results = await Promise.all(
    lanes.map((lane) => runLane(launch, { ...env, CHROMIUM_PATH: chromiumPath }, lane, otherTests)),
  );
  return results.flat();
}

/** A failed start of the lane's product fails one run and is retried for the next. */
async function runLane(
  launch: Launch,
  env: NodeJS.ProcessEnv,
  { name, runs }: Lane,
  otherTests: Promise<unknown>,
): Promise<Result[]> {
  const results: Result[] = [];
  let product: ProductUnderTest | undefined;
  try {
    for (const projects of runs) {
      const hasProduct = !projects.includes(projectWithOwnProducts);
      if (hasProduct) await otherTests;
      results.push(
        await stage(`product tests: ${projects.join(', ')}`, async () => {
          if (hasProduct) product ??= await startProductUnderTest(env, path.join(launch.dataDir, name));
          return runProjects(launch, { ...env, ...product?.settings, BASE_URL: product?.url }, projects);
        }),
      );
    }
  } finally {
    await product?.stop();
  }
  launch.signal.throwIfAborted();
  return results;
}

async function runProjects(launch: Launch, env: NodeJS.ProcessEnv, projects: string[]): Promise<Result> {
  const name = `browser-tests-${projects.join('-')}`;
  const report = path.join(launch.dataDir, `${name}.json`);
  const config = path.join('e2e', 'playwright.config.ts');
  const output = path.join('test-results', projects.join('-'));
  const projectOptions = projects.map((project) => `--project=${project}`);
  const succeeded = await runTool(launch, {
    name,
    printsToTerminal: true,
    script: '@playwright/test/cli.js',
    args: ['test', '--config', config, ...projectOptions, '--reporter=list,json', '--output', output],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return reportedResult(name, report, succeeded, (reported: PlaywrightReport) => ({
    passed: reported.stats.expected,
    failed: failedIn(reported),
  }));
}

function failedIn({ suites = [], specs = [] }: PlaywrightTests): string[] {
  const failedSpecs = specs.filter((spec) => !spec.ok).map((spec) => spec.title);
  const inSuites = suites.flatMap((suite) => failedIn(suite).map((name) => `${suite.title} › ${name}`));
  return [...failedSpecs, ...inSuites];
}

/**
 * Finds Chromium: on PATH or Playwright's own, not the headless shell, which has no microphone. Installs it if there is none.
 * @throws StepFailed of the last way that was tried
 */
async function findChromium(launch: Launch): Promise<string> {
  const ownChromium = chromium.executablePath();
  const find = () => findProgram(chromiumNames) ?? (existsSync(ownChromium) ? ownChromium : undefined);
  const install = (name: string, title: string, command: string, args: string[]) =>
    step(title, () =>
      runStep(launch, { name, title, command, args }, 'install Chromium so that it is on PATH.'),
    );
  if (find() === undefined && process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined) {
    const apt =
      'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium';
    await install('apt', 'Chromium (Debian package)', 'sh', ['-c', apt]).catch(() => {});
    launch.signal.throwIfAborted();
  }
  const playwright = [path.join('node_modules', 'playwright', 'cli.js'), 'install', '--no-shell', 'chromium'];
  if (find() === undefined)
    await install('playwright', "Chromium (Playwright's own)", process.execPath, playwright);
  return find() ?? ownChromium;
}
