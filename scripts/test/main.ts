// The test command's second half, on the product's own Node: every stage in turn, a failed one does not keep the next
// from running where that makes sense, and the last line says how many tests passed and failed.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from '../../lib/server/platform/env.ts';
import type { Launch } from '../start/launch.ts';
import { livekitProgram } from '../start/livekit-program.mjs';
import { explain, say, seconds } from '../start/progress.mjs';
import { buildSite, generateClient } from '../start/sources.ts';
import { browserTests } from './browser-tests.ts';
import { testEnvironment } from './environment.ts';
import type { Count } from './stage.ts';
import { allBad, allGood, countOf, runTool, stage } from './stage.ts';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
}

const since = performance.now() - 1000 * process.uptime();
const stop = new AbortController();
const dataDir = path.resolve(process.env.DATA_DIR ?? '');
const env = testEnvironment();
const launch: Launch = {
  root: path.resolve(import.meta.dirname, '..', '..'),
  dataDir,
  runDir: path.join(dataDir, 'run'),
  logDir: path.join(dataDir, 'logs'),
  dev: false,
  env: parseEnv(env),
  signal: stop.signal,
};

process.on('disconnect', () => stop.abort());
process.on('message', (message) => message === 'stop' && stop.abort());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// The steps shared with the start command read the environment of this process.
for (const [name, value] of Object.entries(env)) process.env[name] = value;

const counts: Count[] = [];
try {
  await runAll();
} catch (error) {
  if (!stop.signal.aborted) explain(error);
  counts.push(allBad);
}
finish();

async function runAll(): Promise<void> {
  await generateClient(launch);
  await runTool(launch, { name: 'typegen', script: 'next/dist/bin/next', args: ['typegen'], env });
  counts.push(await check('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']));
  counts.push(await check('lint', 'eslint/bin/eslint.js', ['--max-warnings=0', '.']));
  counts.push(await check('types', 'typescript/bin/tsc', ['--noEmit']));
  counts.push(await vitest('unit tests', ['--config', 'vitest.config.ts']));
  const built = await stage('build', () => buildSite(launch).then(() => allGood));
  if (built.failed > 0) {
    counts.push(built);
    say('The start command and browser tests need the build: not run.');
    return;
  }
  // Built with Go once, minutes on a new machine: longer than any test waits for a start.
  counts.push(await stage('LiveKit program', () => livekitProgram(launch).then(() => allGood)));
  counts.push(await vitest('start command', ['--config', 'scripts/test/start-command.config.ts']));
  if (existsSync(path.join(launch.root, 'e2e', 'playwright.config.ts')))
    counts.push(await stage('browser tests', () => browserTests(launch, env)));
}

function check(name: string, script: string, args: string[]): Promise<Count> {
  return stage(name, async () => ((await runTool(launch, { name, script, args, env })) ? allGood : allBad));
}

function vitest(title: string, args: string[]): Promise<Count> {
  const name = title.replaceAll(' ', '-');
  const report = path.join(dataDir, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return stage(title, async () => {
    const all = ['run', ...args, ...reporters];
    const isContent = await runTool(launch, { name, script: 'vitest/vitest.mjs', args: all, env });
    return countOf(report, isContent, (found: VitestReport) => ({
      passed: found.numPassedTests,
      failed: found.numFailedTests,
    }));
  });
}

function finish(): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  if (failed === 0) rmSync(dataDir, { recursive: true, force: true });
  else say(`\nLogs and data of this run: ${dataDir}`);
  say(`\nAll stages took ${seconds(since)}.`);
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
