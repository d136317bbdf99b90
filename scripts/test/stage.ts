import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../start/launch.ts';
import { print, elapsedText } from '../start/progress.mjs';
import { messageOf } from '../../lib/server/platform/message-of.mjs';

export interface Result {
  passed: number;
  /** The names of what failed. */
  failed: string[];
}

const stopLimitMs = 20_000;

/** The result of a stage that has no tests of its own. */
export function resultOf(title: string, succeeded: boolean): Result {
  return succeeded ? { passed: 1, failed: [] } : { passed: 0, failed: [title] };
}

/** Runs one stage, and shows its result and its time. A failed test does not make it throw. */
export async function stage(title: string, run: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  const result = await run().catch((error: unknown) => {
    print(messageOf(error));
    return resultOf(title, false);
  });
  print(`── ${title}: ${result.passed} passed, ${result.failed.length} failed (${elapsedText(since)})`);
  return result;
}

export interface Tool {
  name: string;
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Otherwise only a failed tool's output is printed, at its end, because tools run side by side. */
  printsToTerminal?: boolean;
}

/** Runs a tool of the project. @returns true if it exited with 0 */
export async function runTool(
  { root, logDir, processes, signal }: Launch,
  { name, script, args, env, printsToTerminal = false }: Tool,
): Promise<boolean> {
  signal.throwIfAborted();
  const logFile = printsToTerminal ? undefined : path.join(logDir, `test-${name}.log`);
  const command = process.execPath;
  const toolArgs = [path.join(root, 'node_modules', script), ...args];
  const group = processes.start(name, { command, args: toolArgs, cwd: root, env, logFile });
  const stop = () => void group.stop(stopLimitMs);
  signal.addEventListener('abort', stop);
  const exit = await group.exited;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (exit.code !== 0 && logFile !== undefined) print(readFileSync(logFile, 'utf8').trimEnd());
  return exit.code === 0;
}

/**
 * Reads the result out of a JSON report.
 * @param pick reads the result from the report
 * @returns one failure at least if the tool failed, since it may have failed outside of any test
 */
export function reportedResult<T>(
  title: string,
  file: string,
  succeeded: boolean,
  pick: (report: T) => Result,
): Result {
  let report: T;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return resultOf(title, succeeded);
  }
  const result = pick(report);
  return succeeded || result.failed.length > 0 ? result : { ...result, failed: [title] };
}
