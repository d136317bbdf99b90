import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { checkEnv } from '../lib/server/plan/check-env.ts';
import { env } from '../lib/server/platform/env.ts';
import { log } from '../lib/server/platform/log.ts';
import { serveProbes } from './reporting/probes.ts';

/** Memory of a process with all its calls, with headroom, without and with a language model (docs/scaling.md). */
const scriptedBytes = 450 * 1024 * 1024;
const modelBytes = 600 * 1024 * 1024;
const restartMs = 500;

const loadMessage = z.object({ maxJobs: z.number(), taken: z.number() });
type ProcessLoad = z.infer<typeof loadMessage>;

/** One process per core if memory allows: a process runs all its calls in one thread. */
export function processCount(
  cores = os.availableParallelism(),
  freeBytes = process.availableMemory(),
  withModel = env().LLM_MODEL !== undefined,
): number {
  const processBytes = withModel ? modelBytes : scriptedBytes;
  return Math.max(1, Math.min(cores, Math.floor(freeBytes / processBytes)));
}

export interface Supervised {
  /** The places and calls of all processes together. */
  load(): ProcessLoad;
  /** Forwards a stop signal: the first drains, one well after it ends (stop-signals.ts). Settles when every process has ended. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Runs `count` processes of a program and restarts those that end, until `stop`. */
export function supervise(count: number, program: string): Supervised {
  const loads = new Map<ChildProcess, ProcessLoad>();
  let stopping = false;

  async function keep(): Promise<void> {
    while (!stopping) {
      // A process group of its own, so that a signal reaches it only once. It ends by itself when the supervisor is gone.
      const child = fork(program, { detached: true, env: { ...process.env, AGENT_PORT: '' } });
      loads.set(child, { maxJobs: 0, taken: 0 });
      child.on('message', (message) => loads.set(child, loadMessage.parse(message)));
      const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
      loads.delete(child);
      if (stopping) return;
      log.warn('agent_process_ended', { code });
      await new Promise((resolve) => setTimeout(resolve, restartMs));
    }
  }

  const ended = Promise.all(Array.from({ length: count }, keep));
  return {
    load: () => ({
      maxJobs: [...loads.values()].reduce((sum, { maxJobs }) => sum + maxJobs, 0),
      taken: [...loads.values()].reduce((sum, { taken }) => sum + taken, 0),
    }),
    stop: async (signal) => {
      stopping = true;
      for (const child of loads.keys()) child.kill(signal);
      await ended;
    },
  };
}

if (import.meta.main) {
  checkEnv();
  const program = path.join(import.meta.dirname, 'main.ts');
  const count = env().AGENT_PROCESSES ?? processCount();
  if (count === 1) await import('./main.ts');
  else {
    const { AGENT_PORT } = env();
    const agents = supervise(count, program);
    if (AGENT_PORT !== undefined) serveProbes(AGENT_PORT, agents.load);
    const stop = (signal: NodeJS.Signals) => void agents.stop(signal).then(() => process.exit(0));
    process.on('SIGTERM', stop).on('SIGINT', stop);
    process.on('disconnect', () => stop('SIGTERM'));
  }
}
