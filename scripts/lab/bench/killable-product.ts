import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killGroup, startGroup } from '../../start/process-group.mjs';
import { readPids } from '../../start/processes.ts';
import { startProductUnderTest } from '../../test/product-under-test.ts';
import { processUse } from './part-use.ts';

export const parts = ['agent', 'web', 'worker', 'livekit', 'postgres'] as const;
export type PartName = (typeof parts)[number];

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** A product whose jobs run in a worker of their own. Its data folder stays when it stops. */
export async function killableProduct(settings: NodeJS.ProcessEnv) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ovoz-killed-'));
  const logDir = path.join(dataDir, 'logs');
  const env = { ...settings, JOBS: 'elsewhere' };
  const product = await startProductUnderTest(root, env, dataDir);
  const startWorker = () =>
    startGroup({
      command: process.execPath,
      args: ['scripts/worker.ts'],
      cwd: root,
      env: { ...env, ...product.settings },
      logFile: path.join(logDir, 'worker.log'),
    });
  let worker = startWorker();
  const pidOf = (part: PartName) => (part === 'worker' ? worker : readPids(dataDir)[part])?.pid;
  return {
    dataDir,
    url: product.url,

    /** The start command restarts the other parts. */
    kill: (part: PartName) => {
      const pid = pidOf(part);
      if (pid === undefined) throw new Error(`${part} does not run.`);
      killGroup(pid);
      if (part === 'worker') worker = startWorker();
    },

    memoryMb: (part: PartName) => processUse(pidOf(part)).memoryMb,

    /** How often each error is in the logs, by log and name. */
    errors: () => {
      const counts = new Map<string, number>();
      for (const file of readdirSync(logDir))
        for (const line of readFileSync(path.join(logDir, file), 'utf8').split('\n')) {
          const [, event] = /"level":"error","event":"(\w+)"/.exec(line) ?? [];
          const name = `${path.parse(file).name} ${event}`;
          if (event !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
        }
      return counts;
    },

    stop: async () => {
      await worker.stop();
      await product.stop();
    },
  };
}
