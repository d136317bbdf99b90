import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupExists, markedBy, signalGroup, waitUntil } from './processes.mjs';
import { readRunFile, removeRunFile } from './run-files.mjs';

/**
 * @typedef {object} Job
 * @property {string} name of its run file
 * @property {string} runDir
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} [logFile] takes both outputs; without it they go to the terminal
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {NodeJS.Signals} [stopSignal] asks the command itself to end (SIGTERM)
 * @property {number} [graceMs] then its whole group is killed (5000)
 */

/** @typedef {{ code: number | null, signal: string | null, error?: string }} Exit */

/** @typedef {{ exited: Promise<Exit>, stop: () => Promise<Exit> }} Kept */

const keeperFile = fileURLToPath(new URL('keeper.mjs', import.meta.url));
const groupLimitMs = 5_000;
const unrecordedLimitMs = 500;

/**
 * Runs a command under a keeper, so that it ends with this process however this process ends.
 * @param {Job} job
 * @returns {Kept}
 */
export function keep({ name, runDir, env, logFile, stopSignal = 'SIGTERM', graceMs = 5_000, ...rest }) {
  const runFile = path.join(runDir, `${name}.pid`);
  const out = logFile === undefined ? 'inherit' : openSync(logFile, 'a', 0o600);
  const keeper = fork(keeperFile, [], {
    env,
    detached: true,
    execArgv: [],
    stdio: ['ignore', out, out, 'ipc'],
  });
  if (typeof out === 'number') closeSync(out);
  keeper.send({ ...rest, runFile, stopSignal, graceMs }, () => {});

  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    let exit;
    keeper.on('message', (message) => {
      exit = message.exit ?? exit;
    });
    keeper.on('error', (error) => resolve({ code: 127, signal: null, error: error.message }));
    keeper.on('exit', async (code, signal) => {
      if (exit === undefined) await endOrphan(runFile, keeper.pid);
      resolve(exit ?? { code, signal });
    });
  });
  const stop = () => {
    if (keeper.connected) keeper.send({ stop: true }, () => {});
    return exited;
  };
  return { exited, stop };
}

/** A keeper that was killed could not take its command along. */
async function endOrphan(runFile, keeperPid) {
  const run = readRunFile(runFile);
  if (run?.keeperPid !== keeperPid) return;
  const orphans = run.pid > 0 ? [run.pid] : await unrecorded(keeperPid);
  for (const pid of orphans) signalGroup(pid, 'SIGKILL');
  await waitUntil(() => !orphans.some(groupExists), groupLimitMs);
  removeRunFile(runFile, keeperPid);
}

/** The command of a keeper that was killed before it could write its number down; it may still be about to begin. */
async function unrecorded(keeperPid) {
  let found = [];
  await waitUntil(() => (found = markedBy(keeperPid)).length > 0, unrecordedLimitMs);
  return found;
}
