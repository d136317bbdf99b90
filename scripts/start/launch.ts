import path from 'node:path';
import type { Env } from '../../lib/server/platform/env.ts';
import type { DataFolder } from './data-folder.ts';
import { type Program, runToEnd } from './process-group.mjs';
import { rotateLog } from './progress.mjs';

/** One run of the start or test command: its folders and settings. */
export interface Launch extends DataFolder {
  /** Aborts when the command is stopped. */
  signal: AbortSignal;
  dev: boolean;
  env: Env;
  /** A one-time link token for the admin page, if no password is set. */
  adminToken?: string | undefined;
}

export function logFileOf({ logDir }: Launch, name: string): string {
  return path.join(logDir, `${name}.log`);
}

/**
 * Runs one step of the launch in its own process and writes its output to a log.
 * @param title of the program, for the message when it fails
 * @param advice shown when it fails
 * @throws StepFailed if it does not succeed
 */
export async function runStep(
  launch: Launch,
  { name, title, ...program }: { name: string; title: string } & Program,
  advice: string,
): Promise<void> {
  const { root: cwd, signal, processes } = launch;
  const logFile = logFileOf(launch, name);
  rotateLog(logFile);
  const start = (what: Program) => processes.start(name, what);
  await runToEnd(title, { cwd, ...program, logFile }, { signal, advice, start });
}
