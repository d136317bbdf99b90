import path from 'node:path';
import { keep } from './keep.mjs';
import { StepFailed, turnLog } from './progress.mjs';

/**
 * Where a start command works, and whether it is to stop.
 * @typedef {{ root: string, dataDir: string, runDir: string, logDir: string, signal: AbortSignal }} Place
 */

/**
 * @typedef {object} Command
 * @property {string} name of its log and its run file
 * @property {string} title what it is called when it fails
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 */

/**
 * @param {Place} place
 * @param {string} name of a part or a command
 * @returns {string} the file it writes what it has to say to
 */
export function logFileOf({ logDir }, name) {
  return path.join(logDir, `${name}.log`);
}

/**
 * Runs a command to its end, its output in a log; a stop of the start command ends it.
 * @param {Place} place
 * @param {Command} command
 * @param {string} [advice] what to do when it fails
 * @throws {StepFailed} with the log and the advice if it does not succeed
 */
export async function runCommand(place, { title, ...command }, advice) {
  const { runDir, root, signal } = place;
  signal.throwIfAborted();
  const logFile = logFileOf(place, command.name);
  turnLog(logFile);
  const kept = keep({ cwd: root, ...command, env: command.env ?? process.env, runDir, logFile });
  signal.addEventListener('abort', kept.stop);
  const exit = await kept.exited;
  signal.removeEventListener('abort', kept.stop);
  signal.throwIfAborted();
  if (exit.code === 0) return;
  const how = exit.error ?? exit.signal ?? `code ${exit.code}`;
  throw new StepFailed(`${title} ended with ${how}.`, { logFile, advice });
}
