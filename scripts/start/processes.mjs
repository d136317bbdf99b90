import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const linux = process.platform === 'linux';
const windows = process.platform === 'win32';

/**
 * Tells a process from a later one that got the same number.
 * @param {number} pid
 * @returns {string | undefined} when it began, in the system's own words; undefined if there is no such process
 */
export function identify(pid) {
  try {
    if (linux)
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${statOf(pid).began}`;
    if (windows) return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {string} the command line; empty if there is no such process
 */
export function commandLine(pid) {
  try {
    if (linux) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * @param {number} pid
 * @returns {number | undefined} the process that started it, or took it over
 */
export function parentOf(pid) {
  try {
    if (linux) return statOf(pid).parent;
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {boolean} whether a process with this number exists
 */
export function exists(pid) {
  try {
    process.kill(pid, 0);
    return !linux || statOf(pid).state !== 'Z';
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * @param {number} group number of a process group
 * @returns {boolean} whether it has a living member; dead ones that nobody has collected do not count
 */
export function groupExists(group) {
  if (windows) return exists(group);
  try {
    process.kill(-group, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  if (!linux) return true;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = statOf(Number(name));
      return stat.group === group && stat.state !== 'Z';
    } catch {
      return false;
    }
  });
}

/**
 * Sends a signal to each member of a process group; silent if it is gone.
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(group, signal) {
  if (windows) {
    spawnSync('taskkill', ['/pid', String(group), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  signalOne(-group, signal);
}

/**
 * Sends a signal to one process; silent if it is gone.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function signalOne(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
}

/**
 * @param {() => boolean} condition
 * @param {number} limitMs
 * @returns {Promise<boolean>} whether the condition came true in time
 */
export async function waitUntil(condition, limitMs) {
  const end = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

/** The name of a program may hold blanks and brackets, so the fields are counted from its end (proc(5)). */
function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], parent: Number(fields[1]), group: Number(fields[2]), began: fields[19] };
}

/** In the environment of each command: the process that keeps it. */
export const keeperMark = 'OVOZ_KEEPER';

/**
 * @param {number} keeperPid
 * @returns {number[]} leaders of the process groups that this keeper started; only Linux tells
 */
export function markedBy(keeperPid) {
  if (!linux) return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return `\0${environment}`.includes(`\0${keeperMark}=${keeperPid}\0`) && groupExists(pid);
      } catch {
        return false;
      }
    });
}
