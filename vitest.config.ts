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
    maxWorkers: '100%',
    testTimeout: 20_000,
  },
});
