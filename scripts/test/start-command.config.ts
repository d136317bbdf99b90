import path from 'node:path';
import { defineConfig } from 'vitest/config';

const kind = process.env.SOAK ? 'soak' : 'spec';

/** The files have data folders and ports of their own, and mostly wait, so they run side by side. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..', '..'),
  test: {
    include: [`scripts/test/start-command/*.${kind}.ts`],
    maxWorkers: 2,
    testTimeout: 120_000,
    // A hook waits up to 90 s for a start.
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
});
