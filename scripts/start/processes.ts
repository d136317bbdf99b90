import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { killGroup, type ProcessGroup, type Program, startGroup } from './process-group.mjs';
import { readJson, replaceFile } from '../../lib/server/platform/state-file.ts';
import { messageOf } from '../../lib/server/platform/message-of.mjs';
import { print } from './progress.mjs';
import { waitUntil } from './wait-until.ts';

const leftoverGraceMs = 5_000;
const npmCheckMs = 100;

const pidFileSchema = z.record(z.string(), z.object({ pid: z.number(), began: z.string() }));
type Pids = z.infer<typeof pidFileSchema>;

/** The processes of a data folder. Their pid file lets the next start end those of a killed start. */
export class Processes {
  readonly #file: string;
  readonly #pids: Pids = {};

  constructor(dataDir: string) {
    this.#file = pidFileOf(dataDir);
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
  }

  start(name: string, program: Program): ProcessGroup {
    const group = startGroup(program);
    if (group.pid === undefined) return group;
    this.#pids[name] = { pid: group.pid, began: startTimeOf(group.pid) ?? '' };
    this.#write();
    void group.exited.then(() => {
      delete this.#pids[name];
      this.#write();
    });
    return group;
  }

  /** Never throws: the parts run on while the disk is full. */
  #write(): void {
    try {
      replaceFile(this.#file, JSON.stringify(this.#pids));
    } catch (error) {
      print(`  ! ${this.#file} was not written: ${messageOf(error)}`);
    }
  }
}

function pidFileOf(dataDir: string): string {
  return path.join(dataDir, 'run', 'pids.json');
}

/** The processes by name; empty if none was started, or if a power failure has damaged the file: none then runs. */
export function readPids(dataDir: string): Pids {
  return pidFileSchema.safeParse(readJson(pidFileOf(dataDir))).data ?? {};
}

/** Ends what a killed start left running, the latest first. The caller holds the folder's lock. */
export async function endLeftovers(
  dataDir: string,
  onLeftovers: (names: string[]) => void,
  graceMs = leftoverGraceMs,
): Promise<void> {
  const leftovers = Object.entries(readPids(dataDir)).filter(
    ([, { pid, began }]) => startTimeOf(pid) === began,
  );
  if (leftovers.length > 0) onLeftovers(leftovers.map(([name]) => name));
  for (const [, { pid, began }] of leftovers.reverse())
    await endProcess(pid, graceMs, () => startTimeOf(pid) === began);
}

/** Interrupts a process. Kills its group when it has ended, at the latest after the grace period. */
export async function endProcess(
  pid: number,
  graceMs: number,
  isRunning = () => isAlive(pid),
): Promise<void> {
  if (!isRunning()) return;
  process.kill(pid, 'SIGINT');
  const isGone = await waitUntil(() => !isRunning(), graceMs);
  killGroup(pid);
  if (!isGone) await waitUntil(() => !isRunning(), graceMs);
}

/** @returns false also for a zombie, which has ended and waits for its parent to collect it */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || statOf(pid).state !== 'Z';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The start time, which distinguishes a process from a later one with the same id.
 * @returns undefined if it has ended
 */
function startTimeOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  return lookUp(
    pid,
    () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${statOf(pid).began}`,
    'lstart',
  );
}

/** @returns undefined if there is no such process */
export function commandLine(pid: number): string | undefined {
  return lookUp(pid, () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '), 'args');
}

/** @returns the id of its parent */
export function parentOf(pid: number): number | undefined {
  const parent = lookUp(pid, () => statOf(pid).parent, 'ppid');
  return parent === undefined ? undefined : Number(parent);
}

/** Reads a property of a process: on Linux from /proc, elsewhere from a column of ps. */
function lookUp(pid: number, readOnLinux: () => string | undefined, column: string): string | undefined {
  try {
    if (process.platform === 'linux') return readOnLinux();
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** The name in brackets may contain spaces, so fields are counted from the last bracket (proc(5)). */
function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], parent: fields[1], began: fields[19] };
}

/** Calls `onEnd` once the npm that runs this process has ended, or at once if it has. A killed npm passes no signal on. */
export function watchNpm(onEnd: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const npmPid = findNpm();
  if (npmPid === undefined) return onEnd();
  const timer = setInterval(() => {
    if (isAlive(npmPid)) return;
    clearInterval(timer);
    onEnd();
  }, npmCheckMs).unref();
}

/** Climbs the parents: on some systems a shell runs between npm and its script. */
function findNpm(): number | undefined {
  for (let pid = process.ppid; pid > 0; pid = parentOf(pid) ?? 0)
    if (/\b(npm|npx|pnpm|yarn|bun)\b/.test(commandLine(pid) ?? '')) return pid;
  return undefined;
}
