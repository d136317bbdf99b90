import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: [
      '{app,components,lib,agent,scripts}/**/*.test.{ts,tsx}',
      '{middleware,instrumentation}.test.ts',
    ],
    globalSetup: ['scripts/test/database.ts'],
    // Many of them wait for a timer or a process.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
