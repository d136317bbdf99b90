import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Health } from '../../../lib/contracts/health.ts';
import { freePort } from '../../start/ports.mjs';
import { readPids } from '../../start/processes.ts';
import { testEnvironment } from '../environment.ts';
import { until } from '../../start/wait-until.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const runningLimitMs = 90_000;

/** One `npm start` in a process group of its own, as in a terminal. */
export interface Command {
  process: ChildProcess;
  exited: Promise<number | null>;
  output: () => string;
}

/** A data folder and a port, on which start commands run. */
export class Installation {
  readonly dataDir: string;
  readonly port: number;
  #extraEnv: Record<string, string>;

  private constructor(dataDir: string, port: number, extraEnv: Record<string, string>) {
    this.dataDir = dataDir;
    this.port = port;
    this.#extraEnv = extraEnv;
  }

  static async make(extraEnv: Record<string, string> = {}): Promise<Installation> {
    const dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-start-'));
    return new Installation(dataDir, await freePort(undefined), extraEnv);
  }

  start(extraEnv: Record<string, string> = {}): Command {
    const env = {
      ...testEnvironment(),
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      ...this.#extraEnv,
      ...extraEnv,
    };
    const child = spawn('npm', ['start'], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    const guard = endWithThisProcess(child.pid ?? 0);
    void exited.then(() => guard.kill());
    return { process: child, exited, output: () => output };
  }

  /** Waits for the line that says it runs. */
  async untilRunning(command: Command): Promise<void> {
    const isOver = () => command.process.exitCode !== null || command.process.signalCode !== null;
    await until(command.output, () => command.output().includes('Ovoz runs at') || isOver(), runningLimitMs);
    if (!command.output().includes('Ovoz runs at')) throw new Error(`It ended:\n${command.output()}`);
  }

  async health(): Promise<Health | undefined> {
    try {
      const response = await fetch(`http://localhost:${this.port}/api/health`);
      const health: Health = await response.json();
      return health;
    } catch {
      return undefined;
    }
  }

  async untilHealthy(): Promise<void> {
    let lastHealth: Health | undefined;
    await until(
      () => `health: ${JSON.stringify(lastHealth)}`,
      async () => (lastHealth = await this.health())?.status === 'ok',
      runningLimitMs,
    );
  }

  /** The first process of a part; 0 while it does not run. */
  pidOf(part: string): number {
    return readPids(this.dataDir)[part]?.pid ?? 0;
  }

  settings(): Record<string, string> {
    return JSON.parse(readFileSync(path.join(this.dataDir, 'run', 'product.json'), 'utf8'));
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Ends a start command when this process is gone, even if killed: the helper's standard input then closes. */
function endWithThisProcess(pid: number): ChildProcess {
  const script = `process.stdin.resume().on('end', () => process.kill(${pid}, 'SIGTERM'))`;
  return spawn(process.execPath, ['-e', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}

/** Kills a process or, by a negative number, a group, if it still exists. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

interface FoundProcess {
  pid: number;
  /** Its arguments and its environment. */
  command: string;
}

/** Every living process that was started for a data folder: its path is in the environment of each. */
export function processesOf(dataDir: string): FoundProcess[] {
  const processes = process.platform === 'linux' ? processesFromProc() : processesFromPs();
  return processes.filter(({ pid, command }) => command.includes(dataDir) && pid !== process.pid);
}

/** Small images of Linux have no ps. */
function processesFromProc(): FoundProcess[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const texts = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${entry}/${file}`, 'utf8'));
      return [{ pid: Number(entry), command: texts.join('').replaceAll('\0', ' ') }];
    } catch {
      // It has ended, or is another user's.
      return [];
    }
  });
}

function processesFromPs(): FoundProcess[] {
  // `e` adds the environment to the arguments.
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const lines = execFileSync('ps', ['axeww', '-o', 'pid=,args='], options).split('\n');
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line.replace(/^\s*\d+\s+/, '') }));
}

/** Waits until no process of the data folder is left. */
export async function expectNothingLeft(dataDir: string): Promise<void> {
  const names = () => processesOf(dataDir).map(({ pid, command }) => `${pid} ${command.slice(0, 120)}`);
  await until(
    () => `still there:\n${names().join('\n')}`,
    () => names().length === 0,
    30_000,
  );
}
