import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Launch, type PartName, logFileOf } from './launch.ts';
import { describeExit, type Exit, type ProcessGroup, type Program } from './process-group.mjs';
import { StepFailed, explain, print, trimLog, rotateLog } from './progress.mjs';

/** A part that ran for this long starts the count of its exits again at one. */
const steadyRunMs = 10_000;
/** The delays before this exit add up to 12.6 s: enough for the children of a killed Postgres to end. */
const failingAfterExits = 7;
const firstRestartDelayMs = 200;
const failingRestartDelayMs = 60_000;
const trimEveryMs = 60_000;
/** Postgres ends if it cannot add a segment to its write-ahead log. This is room for four segments. */
const neededBytes = 64 * 1024 * 1024;
const spaceCheckMs = 5_000;

/** A program that runs as long as the product does. */
export interface PartSpec {
  name: PartName;
  title: string;
  program: Program;
  /** How long it may take to stop. */
  graceMs?: number;
  /** Called when the part keeps ending. By default a message says so, and the part is restarted every minute. */
  onFailing?: (error: StepFailed) => void;
  /** True if the part's output goes to the terminal instead of its log. */
  printsToTerminal?: boolean;
}

/** Each part stops before those that it needs. */
const stopOrder: PartName[][] = [['web', 'agent'], ['livekit'], ['postgres']];

export async function stopParts({ stops }: Launch): Promise<void> {
  for (const names of stopOrder) await Promise.all(names.map((name) => stops.get(name)?.()));
}

/** Runs a part and restarts it whenever it ends, until `stopParts`. */
export function runPart(launch: Launch, spec: PartSpec): void {
  const stopping = new AbortController();
  const logFile = spec.printsToTerminal ? undefined : logFileOf(launch, spec.name);
  if (logFile !== undefined) rotateLog(logFile);
  const trimming = setInterval(() => logFile !== undefined && trimLog(logFile), trimEveryMs).unref();
  let group: ProcessGroup | undefined;

  const run = async () => {
    for (let exitsInARow = 0; !stopping.signal.aborted;) {
      const since = performance.now();
      group = launch.processes.start(spec.name, { cwd: launch.root, ...spec.program, logFile });
      const exit = await group.exited;
      if (stopping.signal.aborted) return;
      exitsInARow = performance.now() - since < steadyRunMs ? exitsInARow + 1 : 1;
      if (exitsInARow >= failingAfterExits && isFull(launch.dataDir)) {
        await waitForSpace(launch.dataDir, stopping.signal);
        exitsInARow = 0;
        continue;
      }
      if (exitsInARow === failingAfterExits) reportFailing(spec, exit, logFile);
      else if (exitsInARow < failingAfterExits)
        print(`  ${spec.title} ended (${describeExit(exit)}); it is started again.`);
      const waitMs =
        exitsInARow < failingAfterExits
          ? firstRestartDelayMs * 2 ** (exitsInARow - 1)
          : failingRestartDelayMs;
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const runEnded = run();

  launch.stops.set(spec.name, async () => {
    stopping.abort();
    clearInterval(trimming);
    await group?.stop(spec.graceMs);
    await runEnded;
  });
}

function reportFailing(spec: PartSpec, exit: Exit, logFile: string | undefined): void {
  const reason = `${spec.title} ended ${failingAfterExits} times in a row (${describeExit(exit)}).`;
  const failure = new StepFailed(reason, {
    logFile,
    advice: 'see its output above; the other logs are in DATA_DIR/logs.',
  });
  if (spec.onFailing !== undefined) return spec.onFailing(failure);
  explain(failure);
  print(`    The site runs on without it. ${spec.title} is started again every minute.`);
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
  print(`  ! The disk of ${dir} is full. Free ${neededMb} MB there: the part then starts by itself.`);
  while (!signal.aborted && isFull(dir, freeOf))
    await delay(spaceCheckMs, undefined, { signal }).catch(() => {});
  if (!signal.aborted) print('  The disk has room again; the part starts.');
}
