import { copyFileSync, existsSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import { messageOf } from '../../lib/server/platform/message-of.mjs';

const announceAfterMs = 1_000;
const remindEveryMs = 20_000;
const tailBytes = 6_000;
const tailLines = 25;
const maxLogBytes = 10_000_000;

/** Errors that `explain` has printed: several callers may catch the same one. */
const explained = new WeakSet();

/** A failed step, with its log and advice for the user. */
export class StepFailed extends Error {
  /**
   * @param {string} message
   * @param {{ logFile?: string, advice?: string }} [more]
   */
  constructor(message, { logFile, advice } = {}) {
    super(message);
    this.name = 'StepFailed';
    this.logFile = logFile;
    this.advice = advice;
  }
}

/** @param {string} text */
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs one step and prints its time at the end. A slow step is announced after a second, and every 20 s.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} run
 * @param {{ hint?: string, signal?: AbortSignal }} [options] hint: printed if the step takes long
 * @returns {Promise<T>}
 */
export async function step(title, run, { hint = '', signal } = {}) {
  const since = performance.now();
  const slowText = hint === '' ? title : `${title} (${hint})`;
  const announcing = setTimeout(() => print(`  … ${slowText}`), announceAfterMs).unref();
  const reminding = setInterval(
    () => print(`  … ${title}: ${elapsedText(since)} so far`),
    remindEveryMs,
  ).unref();
  try {
    const result = await run();
    if (!signal?.aborted) print(`  ✓ ${title.padEnd(34)} ${elapsedText(since)}`);
    return result;
  } catch (error) {
    if (!signal?.aborted) {
      print(`  ✗ ${title.padEnd(34)} ${elapsedText(since)}`);
      explain(error);
    }
    throw error;
  } finally {
    clearTimeout(announcing);
    clearInterval(reminding);
  }
}

/**
 * Prints the reason of a failure, the end of its log and the advice.
 * @param {unknown} error
 */
export function explain(error) {
  if (explained.has(error)) return;
  if (error instanceof Error) explained.add(error);
  const { message, logFile, advice } = error instanceof StepFailed ? error : { message: messageOf(error) };
  print(`    ${message}`);
  if (logFile !== undefined && existsSync(logFile)) {
    print(`    The end of ${logFile}:`);
    for (const line of lastLines(logFile)) print(`      | ${line}`);
  }
  if (advice !== undefined) print(`    What to do: ${advice}`);
}

/**
 * @param {number} since a value of performance.now()
 * @returns {string}
 */
export function elapsedText(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * Copies a log over its limit to `<file>.1` and empties it. Renaming would not help: a running part has the file open.
 * @param {string} file
 * @param {number} [limitBytes]
 */
export function trimLog(file, limitBytes = maxLogBytes) {
  if (!existsSync(file) || statSync(file).size <= limitBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // The disk is full: an empty log makes room.
  }
  truncateSync(file);
}

/**
 * Renames the log of the earlier start.
 * @param {string} file
 */
export function rotateLog(file) {
  if (existsSync(file)) renameSync(file, `${file}.1`);
}

function lastLines(file) {
  const lastBytes = readFileSync(file).subarray(-tailBytes);
  return lastBytes.toString('utf8').trimEnd().split('\n').slice(-tailLines);
}
