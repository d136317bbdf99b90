import { accessSync, chmodSync, constants, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Processes } from './processes.ts';

/** A data folder in use: its database, recordings, logs and processes. */
export interface DataFolder {
  root: string;
  dataDir: string;
  runDir: string;
  logDir: string;
  processes: Processes;
}

/** @throws Error with advice if the folder cannot be written to */
export function openDataFolder(wanted: string): DataFolder {
  const dataDir = path.resolve(wanted);
  const asRoot = process.getuid?.() === 0;
  try {
    // Started by root, Postgres runs under another account and needs access to the folder.
    mkdirSync(dataDir, { recursive: true, mode: asRoot ? 0o711 : 0o700 });
    for (const name of ['run', 'logs']) mkdirSync(path.join(dataDir, name), { recursive: true, mode: 0o700 });
    accessSync(path.join(dataDir, 'run'), constants.W_OK);
    chmodSync(dataDir, asRoot ? 0o711 : 0o700);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATA_DIR: the folder ${dataDir} cannot be written to (${why}). Free space or change its rights, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const real = realpathSync(dataDir);
  return {
    root: path.resolve(import.meta.dirname, '..', '..'),
    dataDir: real,
    runDir: path.join(real, 'run'),
    logDir: path.join(real, 'logs'),
    processes: new Processes(real),
  };
}

/** The lock of a data folder: one program works on its database at a time. */
export function lockOf({ dataDir }: DataFolder): string {
  return `start:${dataDir}`;
}
