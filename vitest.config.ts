import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: [
      '{app,components,lib,agent,scripts}/**/*.test.{ts,tsx}',
      '{middleware,instrumentation}.test.ts',
    ],
    globalSetup: ['scripts/test/database.ts'],
    testTimeout: 20_000,
  },
});
