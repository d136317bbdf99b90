import path from 'node:path';
import type { Env } from '../../lib/server/env.ts';
import { keep } from './keep.mjs';
import type { Job } from './keep.mjs';
import { StepFailed, turnLog } from './progress.mjs';

/** One run of the start command: where it works, what it was told, and whether it is to stop. */
export interface Launch {
  root: string;
  dataDir: string;
  runDir: string;
  logDir: string;
  dev: boolean;
  env: Env;
  signal: AbortSignal;
}

export type Command = Pick<Job, 'name' | 'command' | 'args' | 'cwd' | 'uid' | 'gid'> & {
  env?: NodeJS.ProcessEnv;
};

/** Where a part or a step writes what it has to say. */
export function logFileOf(launch: Launch, name: string): string {
  return path.join(launch.logDir, `${name}.log`);
}

/**
 * Runs a command to its end, its output in a log; a stop of the launch ends it.
 * @throws StepFailed with the log and the advice if it does not succeed
 */
export async function runCommand(launch: Launch, command: Command, advice: string): Promise<void> {
  launch.signal.throwIfAborted();
  const logFile = logFileOf(launch, command.name);
  turnLog(logFile);
  const { runDir, root, signal } = launch;
  const kept = keep({ cwd: root, ...command, env: command.env ?? process.env, runDir, logFile });
  const stop = () => void kept.stop();
  signal.addEventListener('abort', stop);
  const { code, signal: killedBy, error } = await kept.exited;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (code === 0) return;
  const how = error ?? (killedBy === null ? `code ${code}` : killedBy);
  throw new StepFailed(`${path.basename(command.command)} ${command.args[0] ?? ''} ended with ${how}.`, {
    logFile,
    advice,
  });
}
