import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { checkEnv } from '../lib/server/plan/check-env.ts';
import { modelVendors } from '../lib/server/language-models/configured-models.ts';
import { type Env, env } from '../lib/server/platform/env.ts';
import { log } from '../lib/server/platform/log.ts';
import { serveProbes } from './reporting/probes.ts';
import { retire } from './stop-signals.ts';

/** Memory of a process with all its calls, with headroom, without and with a language model (docs/scaling.md). */
const scriptedBytes = 450 * 1024 * 1024;
const modelBytes = 600 * 1024 * 1024;
const restartMs = 500;

const loadMessage = z.object({
  maxJobs: z.number(),
  taken: z.number(),
  isWornOut: z.boolean().default(false),
});
type ProcessLoad = Pick<z.infer<typeof loadMessage>, 'maxJobs' | 'taken'>;

/** One process per core if memory allows: a process runs all its calls in one thread. */
export function processCount(
  cores = os.availableParallelism(),
  freeBytes = process.availableMemory(),
  settings = env(),
): number {
  const processBytes = mayUseModel(settings) ? modelBytes : scriptedBytes;
  return Math.max(1, Math.min(cores, Math.floor(freeBytes / processBytes)));
}

/** LLM=auto and the set-up page choose a model in DATA_DIR, the first one while the processes run. */
function mayUseModel(settings: Env): boolean {
  return settings.LLM === 'auto' || modelVendors(settings).length > 0;
}

interface AgentProcess {
  load: ProcessLoad;
  /** Resolves once it takes calls. */
  readonly ready: Promise<void>;
  readonly wornOut: Promise<void>;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  readonly child: ChildProcess;
}

function startProcess(program: string): AgentProcess {
  // A process group of its own, so that a signal reaches it only once. It ends by itself when the supervisor is gone.
  const child = fork(program, { detached: true, env: { ...process.env, AGENT_PORT: '' } });
  const [ready, wornOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const load = { maxJobs: 0, taken: 0 };
  const started: AgentProcess = { child, load, ready: ready.promise, wornOut: wornOut.promise, ended };
  child.on('message', (message) => {
    const { isWornOut, ...reported } = loadMessage.parse(message);
    started.load = reported;
    if (reported.maxJobs > 0) ready.resolve();
    if (isWornOut) wornOut.resolve();
  });
  return started;
}

const restart = () => new Promise((resolve) => setTimeout(resolve, restartMs));

/**
 * Runs `count` processes of a program until `stop`. Restarts those that die. Replaces a worn-out one, which ends after its last
 * call.
 */
export function supervise(count: number, program: string) {
  const running = new Set<AgentProcess>();
  let stopping = false;
  /** One process retires at a time, because memory is planned for one more than `count`. */
  let retirement: Promise<unknown> = Promise.resolve();

  function start(): AgentProcess {
    const started = startProcess(program);
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  }

  async function superviseOne(): Promise<void> {
    for (let current = start(); !stopping;) {
      const { ended, wornOut } = current;
      const isWornOut = await Promise.race([ended.then(() => false), wornOut.then(() => true)]);
      if (isWornOut) current = await replace(current);
      else if (!stopping) {
        log.warn('agent_process_ended', { code: await ended });
        await restart();
        if (!stopping) current = start();
      }
    }
  }

  /** Starts a replacement and retires `worn` once the replacement takes calls. */
  async function replace(worn: AgentProcess): Promise<AgentProcess> {
    const turn = retirement;
    retirement = turn.then(() => worn.ended);
    await Promise.race([turn, worn.ended]);
    while (!stopping) {
      const next = start();
      const { ready, ended } = next;
      if (await Promise.race([ready.then(() => true), ended.then(() => false)])) {
        log.info('agent_process_retired', worn.load);
        if (worn.child.connected) worn.child.send(retire);
        return next;
      }
      await restart();
    }
    return worn;
  }

  const places = Promise.all(Array.from({ length: count }, superviseOne));
  const sum = (part: keyof ProcessLoad) => [...running].reduce((total, { load }) => total + load[part], 0);
  return {
    /** The places and calls of all processes together. */
    load: () => ({ maxJobs: sum('maxJobs'), taken: sum('taken') }),
    /**
     * Forwards a stop signal: the first one drains, another one after two seconds ends the calls. Settles when every process has
     * ended.
     */
    stop: async (signal: NodeJS.Signals) => {
      stopping = true;
      const ends = [...running].map(({ ended }) => ended);
      for (const { child } of running) child.kill(signal);
      await Promise.all([...ends, places]);
    },
  };
}

if (import.meta.main) {
  checkEnv();
  const { AGENT_PORT, AGENT_PROCESSES = processCount() } = env();
  const agents = supervise(AGENT_PROCESSES, path.join(import.meta.dirname, 'main.ts'));
  if (AGENT_PORT !== undefined) serveProbes(AGENT_PORT, agents.load);
  const stop = (signal: NodeJS.Signals) => void agents.stop(signal).then(() => process.exit(0));
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('disconnect', () => stop('SIGTERM'));
}
