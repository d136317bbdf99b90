import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { checkEnv } from '../lib/server/plan/check-env.ts';
import { env } from '../lib/server/platform/env.ts';
import { log } from '../lib/server/platform/log.ts';
import { type ReportedLoad, serveProbes } from './reporting/probes.ts';
import { retire } from './stop-signals.ts';

/** Memory of a process with all its calls and a model, with headroom (docs/scaling.md). A model may be chosen while it runs. */
const processBytes = 600 * 1024 * 1024;
const restartDelayMs = 500;

const loadMessage = z.object({
  maxJobs: z.number(),
  taken: z.number(),
  isWornOut: z.boolean().default(false),
});

/** One process per core if memory allows: a process runs all its calls in one thread. */
export function processCount(
  cores = os.availableParallelism(),
  freeBytes = process.availableMemory(),
): number {
  return Math.max(1, Math.min(cores, Math.floor(freeBytes / processBytes)));
}

interface AgentProcess {
  load: ReportedLoad;
  /** Resolves once it takes calls. */
  readonly ready: Promise<void>;
  readonly wornOut: Promise<void>;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  readonly child: ChildProcess;
}

function startProcess(program: string): AgentProcess {
  // A process group of its own, so that Ctrl+C reaches only the supervisor. It ends by itself when the supervisor is gone.
  const child = fork(program, { detached: true, env: { ...process.env, AGENT_PORT: '' } });
  const [ready, wornOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const load = { maxJobs: 0, taken: 0 };
  const agentProcess: AgentProcess = { child, load, ready: ready.promise, wornOut: wornOut.promise, ended };
  child.on('message', (message) => {
    const { isWornOut, ...reportedLoad } = loadMessage.parse(message);
    agentProcess.load = reportedLoad;
    if (reportedLoad.maxJobs > 0) ready.resolve();
    if (isWornOut) wornOut.resolve();
  });
  return agentProcess;
}

/**
 * Runs `count` processes of a program until `stop`. Restarts those that die. Replaces a worn-out one, which ends after its last
 * call.
 */
export function supervise(count: number, program: string) {
  const processes = new Set<AgentProcess>();
  let isStopping = false;
  /** One process retires at a time: its replacement needs the memory of one process more than `count` (docs/scaling.md). */
  let retirement: Promise<unknown> = Promise.resolve();

  function start(): AgentProcess {
    const agentProcess = startProcess(program);
    processes.add(agentProcess);
    void agentProcess.ended.then(() => processes.delete(agentProcess));
    return agentProcess;
  }

  async function superviseOne(): Promise<void> {
    for (let current = start(); !isStopping;) {
      const { ended, wornOut } = current;
      const isWornOut = await Promise.race([ended.then(() => false), wornOut.then(() => true)]);
      if (isWornOut) current = await replace(current);
      else if (!isStopping) {
        log.warn('agent_process_ended', { code: await ended });
        await delay(restartDelayMs);
        if (!isStopping) current = start();
      }
    }
  }

  /** Starts a replacement and retires `wornOut` once the replacement takes calls. */
  async function replace(wornOut: AgentProcess): Promise<AgentProcess> {
    const previousRetirement = retirement;
    retirement = previousRetirement.then(() => wornOut.ended);
    await Promise.race([previousRetirement, wornOut.ended]);
    while (!isStopping) {
      const replacement = start();
      const { ready, ended } = replacement;
      if (await Promise.race([ready.then(() => true), ended.then(() => false)])) {
        log.info('agent_process_retired', wornOut.load);
        if (wornOut.child.connected) wornOut.child.send(retire);
        return replacement;
      }
      await delay(restartDelayMs);
    }
    return wornOut;
  }

  const supervisions = Promise.all(Array.from({ length: count }, superviseOne));
  const sumOf = (field: keyof ReportedLoad) =>
    [...processes].reduce((total, { load }) => total + load[field], 0);
  return {
    /** The places and calls of all processes together. */
    load: () => ({ maxJobs: sumOf('maxJobs'), taken: sumOf('taken') }),
    /**
     * Forwards a stop signal. The first one drains; one that comes at least two seconds later ends the calls. Settles when every
     * process has ended.
     */
    stop: async (signal: NodeJS.Signals) => {
      isStopping = true;
      const ends = [...processes].map(({ ended }) => ended);
      for (const { child } of processes) child.kill(signal);
      await Promise.all([...ends, supervisions]);
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
