import path from 'node:path';
import { defineConfig } from 'vitest/config';

const kind = process.env.SOAK ? 'soak' : 'spec';

/** The start command is a long test of one machine's processes: one file, one after the other. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..', '..'),
  test: {
    include: [`scripts/test/start-command/*.${kind}.ts`],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
