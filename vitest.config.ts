import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const files = globSync([
  '{app,components,lib,agent,scripts}/**/*.test.{ts,tsx}',
  '{middleware,instrumentation}.test.ts',
]);

/** A process costs half a second. Tests of plain functions share one; tests that change their process have one each. */
const changesItsProcess =
  /vi\.(mock|doMock|stub|hoisted|spyOn|useFakeTimers)|process\.(env|chdir|on)|globalThis|testing\/server/;
const isPlain = (file: string) =>
  !/^(agent\/(call|hearing|models|speaking|simulator|testing)|lib\/server|scripts)\//.test(file) &&
  !changesItsProcess.test(readFileSync(file, 'utf8'));
const [plain, own] = [files.filter(isPlain), files.filter((file) => !isPlain(file))];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // Many tests wait for a timer or a process.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // For a machine that is busy with the other stages of `npm test`.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'own', include: own, globalSetup: ['scripts/test/database.ts'] } },
      { extends: true, test: { name: 'plain', include: plain, isolate: false } },
    ],
  },
});
