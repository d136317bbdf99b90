// npm test: builds, checks and unit-tests the code in parallel, and tests the product once it is built. A failed stage stops no other,
// except the build.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from '../../lib/server/platform/env.ts';
import { type Launch, openDataFolder } from '../start/launch.ts';
import { obtainLiveKit } from '../start/livekit-program.mjs';
import { explain, print, elapsedText } from '../start/progress.mjs';
import { buildSite, generateClient } from '../start/sources.ts';
import { browserTests } from './browser-tests.ts';
import { testEnvironment } from './environment.ts';
import { type Result, reportedResult, resultOf, runTool, stage } from './stage.ts';

interface VitestReport {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

const startedAtMs = performance.now() - 1000 * process.uptime();
const stop = new AbortController();
const folder = openDataFolder(mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-test-')));
const { dataDir } = folder;
// A shared compile cache: hundreds of Node processes load the same files.
process.env.NODE_COMPILE_CACHE = path.join(dataDir, 'compile-cache');
const env = testEnvironment();
const launch: Launch = { ...folder, isDev: false, env: parseEnv(env), signal: stop.signal };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// The steps shared with the start command read the environment of this process.
for (const [name, value] of Object.entries(env)) process.env[name] = value;

const results: Result[] = [];
try {
  await runAll();
} catch (error) {
  if (!stop.signal.aborted) explain(error);
  results.push(resultOf('test command', false));
}
finish();

/** Unit tests often wait, so they run beside the build. */
async function runAll(): Promise<void> {
  await generateClient(launch);
  const unit = vitest('unit tests', 'vitest.config.ts');
  const build = stage('build', () => buildSite(launch).then(() => resultOf('build', true)));
  const [toolResults, productResults] = await Promise.all([
    Promise.all([
      unit,
      // A build regenerates the types of the routes.
      build.then(() => check('types', 'typescript-7/bin/tsc', ['--noEmit'])),
      check('format', 'prettier/bin/prettier.cjs', [
        '--check',
        '--log-level=warn',
        ...cacheOptions('format'),
        '.',
      ]),
      check('lint', 'eslint/bin/eslint.js', ['--max-warnings=0', ...cacheOptions('lint'), '.']),
      check('imports', 'dependency-cruiser/bin/dependency-cruiser.mjs', ['.']),
      check('unused code', 'knip/bin/knip.js', ['--no-config-hints']),
    ]),
    build.then((buildResult) => testProduct(buildResult, unit)),
  ]);
  results.push(...toolResults, ...productResults);
}

async function testProduct(buildResult: Result, unit: Promise<Result>): Promise<Result[]> {
  if (buildResult.failed.length > 0) {
    print('The start command and the browser tests were not run: they need the build.');
    return [buildResult];
  }
  // On a new machine, LiveKit's Go build takes longer than a test waits for the product.
  const program = await stage('LiveKit program', async () => {
    await obtainLiveKit(launch);
    return resultOf('LiveKit program', true);
  });
  const start = vitest('start command', 'scripts/test/start-command.config.ts', true);
  const browsers = await browserTests(launch, env, Promise.all([unit, start]));
  return [buildResult, program, await start, ...browsers];
}

/** A second run looks only at the files that have changed. */
function cacheOptions(name: string): string[] {
  const file = path.join('node_modules', '.cache', `${name}-of-tests`);
  return ['--cache', '--cache-strategy', 'content', '--cache-location', file];
}

function check(title: string, script: string, args: string[]): Promise<Result> {
  const name = title.replaceAll(' ', '-');
  return stage(title, async () => resultOf(title, await runTool(launch, { name, script, args, env })));
}

function vitest(title: string, config: string, printsToTerminal = false): Promise<Result> {
  const name = title.replaceAll(' ', '-');
  const report = path.join(dataDir, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--config', config, ...reporters];
  return stage(title, async () => {
    const succeeded = await runTool(launch, {
      name,
      script: 'vitest/vitest.mjs',
      args,
      env,
      printsToTerminal,
    });
    return reportedResult(title, report, succeeded, (vitestReport: VitestReport) => ({
      passed: vitestReport.numPassedTests,
      failed: vitestReport.testResults.flatMap(failedIn),
    }));
  });
}

/** The names of a file's failed tests; the file's own if it failed outside of them. */
function failedIn({ name, status, assertionResults }: VitestReport['testResults'][number]): string[] {
  const file = path.relative(launch.root, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0 && status === 'failed') return [file];
  return tests.map(({ fullName }) => `${file} › ${fullName}`);
}

/** Prints the names of failed tests last, because their output lies thousands of lines above. */
function finish(): void {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.flatMap((result) => result.failed);
  if (failed.length === 0) rmSync(dataDir, { recursive: true, force: true });
  else print(`\nLogs and data of this run: ${dataDir}`);
  print(`\nAll stages took ${elapsedText(startedAtMs)}.`);
  for (const name of failed) print(`  failed: ${name}`);
  print(`${passed} passed, ${failed.length} failed`);
  process.exit(failed.length === 0 ? 0 : 1);
}
