import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Launch, logFileOf } from './launch.ts';
import { describeExit, type Exit, type ProcessGroup, type Program } from './process-group.mjs';
import { StepFailed, explain, print, trimLog, rotateLog } from './progress.mjs';

/** A part that ends within this time counts towards giving up. */
const quickExitMs = 10_000;
/** These retries take twelve seconds with their waits: enough for the children of a killed Postgres to end. */
const maxQuickExits = 7;
const firstWaitMs = 200;
const givenUpWaitMs = 60_000;
const trimEveryMs = 60_000;
/** Below this Postgres cannot extend its log, and ends. */
const neededBytes = 64 * 1024 * 1024;
const spaceCheckMs = 5_000;

/** A program that runs as long as the product does. */
export interface PartPlan {
  name: string;
  title: string;
  program: Program;
  /** How long it may take to stop. */
  graceMs?: number;
  /** Called if the part keeps failing. Without it, the product runs on and tries the part every minute. */
  onGivenUp?: (error: StepFailed) => void;
  /** True if the part's output goes to the terminal instead of its log. */
  printsToTerminal?: boolean;
}

export interface Part {
  stop: () => Promise<void>;
}

/** Runs a part and restarts it whenever it ends, until it is stopped. */
export function runPart(launch: Launch, plan: PartPlan): Part {
  const stopping = new AbortController();
  const logFile = plan.printsToTerminal ? undefined : logFileOf(launch, plan.name);
  if (logFile !== undefined) rotateLog(logFile);
  const trimming = setInterval(() => logFile !== undefined && trimLog(logFile), trimEveryMs).unref();
  let group: ProcessGroup | undefined;

  const run = async () => {
    for (let quickExits = 0; !stopping.signal.aborted;) {
      const since = performance.now();
      group = launch.processes.start(plan.name, { cwd: launch.root, ...plan.program, logFile });
      const exit = await group.exited;
      if (stopping.signal.aborted) return;
      quickExits = performance.now() - since < quickExitMs ? quickExits + 1 : 1;
      if (quickExits >= maxQuickExits && isFull(launch.dataDir)) {
        await waitForSpace(launch.dataDir, stopping.signal);
        quickExits = 0;
        continue;
      }
      if (quickExits === maxQuickExits) giveUp(plan, exit, logFile);
      else if (quickExits < maxQuickExits)
        print(`  ${plan.title} ended (${describeExit(exit)}); it is started again.`);
      const waitMs = quickExits < maxQuickExits ? firstWaitMs * 2 ** (quickExits - 1) : givenUpWaitMs;
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const runEnded = run();

  return {
    stop: async () => {
      stopping.abort();
      clearInterval(trimming);
      await group?.stop(plan.graceMs);
      await runEnded;
    },
  };
}

function giveUp(plan: PartPlan, exit: Exit, logFile: string | undefined): void {
  const reason = `${plan.title} ended ${maxQuickExits} times in a row (${describeExit(exit)}).`;
  const failure = new StepFailed(reason, {
    logFile,
    advice: 'see the log above; the other logs are beside it.',
  });
  if (plan.onGivenUp !== undefined) return plan.onGivenUp(failure);
  explain(failure);
  print('    The site runs on without it; it is tried again every minute.');
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

export function isFull(dir: string, freeOf = freeBytes): boolean {
  return freeOf(dir) < neededBytes;
}

/** Prints what to do about a full disk, and waits for space or the abort signal. */
export async function waitForSpace(dir: string, signal: AbortSignal, freeOf = freeBytes): Promise<void> {
  const neededMb = Math.round(neededBytes / 1024 ** 2);
  print(`  ! The disk of ${dir} is full. Free ${neededMb} MB there: it goes on by itself then.`);
  while (!signal.aborted && isFull(dir, freeOf))
    await delay(spaceCheckMs, undefined, { signal }).catch(() => {});
  if (!signal.aborted) print('  The disk has room again; it goes on.');
}
