import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { StepFailed } from './progress.mjs';

/**
 * @typedef {object} Program
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {string} [logFile] receives both outputs; without it they go to the terminal
 */

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, error?: string }} Exit */

/**
 * @typedef {object} ProcessGroup
 * @property {number | undefined} pid of its leader; undefined if the program cannot be started
 * @property {Promise<Exit>} exited
 * @property {() => boolean} isRunning
 * @property {(signal: NodeJS.Signals) => void} signal reaches only the leader
 * @property {(graceMs?: number) => Promise<Exit>} stop interrupts the leader, and kills the group after the grace period (5000 ms)
 * @property {() => Promise<Exit>} kill
 */

const isWindows = process.platform === 'win32';
const defaultGraceMs = 5_000;
const runningPids = new Set();

// This event also follows an uncaught exception.
process.on('exit', () => runningPids.forEach(killGroup));

/**
 * Starts a program in its own process group, out of reach of the terminal's Ctrl-C. When the leader ends, the group is killed.
 * @param {Program} program
 * @returns {ProcessGroup}
 */
export function startGroup({ command, args, logFile, ...options }) {
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a', 0o600);
  const child = spawn(command, args, { ...options, stdio: ['ignore', output, output], detached: true });
  if (typeof output === 'number') closeSync(output);
  const { pid } = child;
  if (pid !== undefined) runningPids.add(pid);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, signal: null, error: error.message }));
    child.once('exit', (code, signal) => {
      killGroup(pid);
      runningPids.delete(pid);
      resolve({ code, signal });
    });
  });
  const isRunning = () => runningPids.has(pid);
  const kill = () => {
    if (isRunning()) killGroup(pid);
    return exited;
  };
  const stop = (graceMs = defaultGraceMs) => {
    child.kill('SIGINT');
    const killTimer = setTimeout(kill, graceMs);
    return exited.finally(() => clearTimeout(killTimer));
  };
  return { pid, exited, isRunning, signal: (signal) => child.kill(signal), stop, kill };
}

/**
 * Kills a process group; silent if it is gone.
 * @param {number} pid of its leader
 */
export function killGroup(pid) {
  if (isWindows) return void spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // macOS answers EPERM if only zombies are left.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}

/**
 * Runs a program to its end; the signal stops it.
 * @param {string} title
 * @param {Program} program
 * @param {{ signal: AbortSignal, advice?: string, start?: (program: Program) => ProcessGroup }} options
 * @throws {StepFailed} with the log and the advice if it does not succeed
 */
export async function runToEnd(title, program, { signal, advice, start = startGroup }) {
  signal.throwIfAborted();
  const group = start(program);
  const stop = () => void group.stop();
  signal.addEventListener('abort', stop);
  const exit = await group.exited;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (exit.code === 0) return;
  throw new StepFailed(`${title} ended with ${describeExit(exit)}.`, { logFile: program.logFile, advice });
}

/**
 * @param {Exit} exit
 * @returns {string}
 */
export function describeExit({ code, signal, error }) {
  return error ?? signal ?? `code ${code}`;
}
