import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../start/launch.ts';
import { say, seconds } from '../start/progress.mjs';

export interface Count {
  passed: number;
  failed: number;
}

const stopLimitMs = 20_000;

export const allGood: Count = { passed: 1, failed: 0 };
export const allBad: Count = { passed: 0, failed: 1 };

/** Runs one stage, and shows its result and its time. A failed test does not make it throw. */
export async function stage(title: string, run: () => Promise<Count>): Promise<Count> {
  const since = performance.now();
  const count = await run().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    return allBad;
  });
  say(`── ${title}: ${count.passed} passed, ${count.failed} failed (${seconds(since)})`);
  return count;
}

export interface Tool {
  name: string;
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Shows its output at once. Otherwise only a failed tool's output is shown, at its end, because tools run side by side. */
  live?: boolean;
  /** Lowers its CPU priority. */
  isBackground?: boolean;
}

/** Runs a tool of the project. @returns true if it exited with 0 */
export async function runTool(
  { root, logDir, processes, signal }: Launch,
  { name, script, args, env, live = false, isBackground = false }: Tool,
): Promise<boolean> {
  signal.throwIfAborted();
  const logFile = live ? undefined : path.join(logDir, `test-${name}.log`);
  const [command = '', ...rest] = [...(isBackground ? ['nice'] : []), process.execPath];
  const program = {
    command,
    args: [...rest, path.join(root, 'node_modules', script), ...args],
    cwd: root,
    env,
  };
  const group = processes.start(name, { ...program, ...(logFile && { logFile }) });
  const stop = () => void group.stop(stopLimitMs);
  signal.addEventListener('abort', stop);
  const exit = await group.exited;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (exit.code !== 0 && logFile !== undefined) say(readFileSync(logFile, 'utf8').trimEnd());
  return exit.code === 0;
}

/**
 * Reads the counts out of a JSON report.
 * @param pick finds them in the report
 * @returns one failure at least if the tool failed, since it may have failed outside of any test
 */
export function countOf<T>(file: string, succeeded: boolean, pick: (report: T) => Count): Count {
  let report: T;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return succeeded ? allGood : allBad;
  }
  const count = pick(report);
  return { ...count, failed: succeeded ? count.failed : Math.max(1, count.failed) };
}
