import { accessSync, chmodSync, constants, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../../lib/server/platform/env.ts';
import { type Program, runToEnd } from './process-group.mjs';
import { Processes } from './processes.ts';
import { rotateLog } from './progress.mjs';
import { messageOf } from '../../lib/server/platform/message-of.mjs';

export type PartName = 'web' | 'agent' | 'livekit' | 'postgres';

/** The data folder of a checkout: database, recordings, logs and processes. */
export interface DataFolder {
  /** The root of the checkout. */
  root: string;
  dataDir: string;
  runDir: string;
  logDir: string;
  processes: Processes;
  /** Stops a part, for each that this command has started. */
  stops: Map<PartName, () => Promise<void>>;
}

/** @throws Error with advice if the folder cannot be written to */
export function openDataFolder(folder: string): DataFolder {
  const dataDir = path.resolve(folder);
  const isRoot = process.getuid?.() === 0;
  try {
    // If root starts Postgres, it runs under another account, which needs access to the folder.
    mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
    for (const name of ['run', 'logs']) mkdirSync(path.join(dataDir, name), { recursive: true, mode: 0o700 });
    accessSync(path.join(dataDir, 'run'), constants.W_OK);
    chmodSync(dataDir, isRoot ? 0o711 : 0o700);
  } catch (error) {
    const why = messageOf(error);
    throw new Error(
      `DATA_DIR: the folder ${dataDir} cannot be written to (${why}). Free space or change its rights, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const realDataDir = realpathSync(dataDir);
  return {
    root: path.resolve(import.meta.dirname, '..', '..'),
    dataDir: realDataDir,
    runDir: path.join(realDataDir, 'run'),
    logDir: path.join(realDataDir, 'logs'),
    processes: new Processes(realDataDir),
    stops: new Map(),
  };
}

/** The key of a data folder's lock. Only its holder starts and stops the folder's programs. */
export function lockKeyOf({ dataDir }: DataFolder): string {
  return `start:${dataDir}`;
}

/** One run of a command that starts parts of the product: its folders and settings. */
export interface Launch extends DataFolder {
  /** Aborts when the command is stopped, if it can be. */
  signal: AbortSignal;
  isDev: boolean;
  env: Env;
  /** A one-time link token for the admin page, if no password is set. */
  adminToken?: string | undefined;
}

export function logFileOf({ logDir }: Launch, name: string): string {
  return path.join(logDir, `${name}.log`);
}

/**
 * Runs one step of the launch in its own process and writes its output to a log.
 * @param title names the program in the message when it fails
 * @param advice shown when it fails
 * @throws StepFailed if it fails; the signal's reason if it is aborted
 */
export async function runStep(
  launch: Launch,
  { name, title, ...program }: { name: string; title: string } & Program,
  advice: string,
): Promise<void> {
  const { root: cwd, signal, processes } = launch;
  const logFile = logFileOf(launch, name);
  rotateLog(logFile);
  const start = (loggedProgram: Program) => processes.start(name, loggedProgram);
  await runToEnd(title, { cwd, ...program, logFile }, { signal, advice, start });
}
