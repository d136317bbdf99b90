import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exists, groupExists, identify, signalGroup, signalOne, waitUntil } from './processes.mjs';

/**
 * Records of running processes, one file each: the process on the first line (it leads a group of its own), then
 * when it began, then the same of its keeper. A start that was killed leaves these to the next one.
 * @typedef {{ pid: number, began: string, keeperPid: number, keeperBegan: string }} RunFile
 */

const keeperLimitMs = 20_000;
const killLimitMs = 5_000;

/**
 * @param {string} file
 * @param {{ pid: number | undefined, keeperPid: number }} what
 */
export function writeRunFile(file, { pid, keeperPid }) {
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = [pid ?? 0, pid === undefined ? '' : identify(pid), keeperPid, identify(keeperPid)];
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, lines.join('\n') + '\n');
  renameSync(temporary, file);
}

/**
 * @param {string} file
 * @returns {RunFile | undefined}
 */
export function readRunFile(file) {
  try {
    const [pid, began, keeperPid, keeperBegan] = readFileSync(file, 'utf8').split('\n');
    return {
      pid: Number(pid),
      began: began ?? '',
      keeperPid: Number(keeperPid),
      keeperBegan: keeperBegan ?? '',
    };
  } catch {
    return undefined;
  }
}

/**
 * Removes the file unless another process has taken its place since.
 * @param {string} file
 * @param {number} keeperPid
 */
export function removeRunFile(file, keeperPid) {
  if (readRunFile(file)?.keeperPid === keeperPid) rmSync(file, { force: true });
}

/**
 * Waits until everything that an earlier start left running for this data folder is gone: keepers end by
 * themselves when their start has died, what has lost its keeper is ended here.
 * @param {string} runDir
 * @param {(names: string[]) => void} onWait told which parts are still there
 */
export async function clearLeftovers(runDir, onWait) {
  const left = readdirSync(runDir).filter((name) => name.endsWith('.pid'));
  const alive = left.filter((name) => isAlive(path.join(runDir, name)));
  if (alive.length > 0) onWait(alive.map((name) => name.slice(0, -'.pid'.length)));
  // The launcher's own process first: until it is gone it may start another part.
  for (const name of left.sort((a, b) => Number(b === 'start.pid') - Number(a === 'start.pid')))
    await endLeftover(path.join(runDir, name));
  for (const name of readdirSync(runDir).filter((name) => name.endsWith('.pid')))
    await endLeftover(path.join(runDir, name));
}

function isAlive(file) {
  const run = readRunFile(file);
  return run !== undefined && (keeperLives(run) || partLives(run));
}

function keeperLives(run) {
  return exists(run.keeperPid) && identify(run.keeperPid) === run.keeperBegan;
}

function partLives(run) {
  return run.pid > 0 && exists(run.pid) && identify(run.pid) === run.began;
}

async function endLeftover(file) {
  const first = readRunFile(file);
  if (first === undefined) return;
  await waitUntil(() => !keeperLives(first), keeperLimitMs);
  const run = readRunFile(file) ?? first;
  if (keeperLives(run)) signalOne(run.keeperPid, 'SIGKILL');
  if (partLives(run)) {
    signalGroup(run.pid, 'SIGKILL');
    await waitUntil(() => !groupExists(run.pid), killLimitMs);
  }
  rmSync(file, { force: true });
}
