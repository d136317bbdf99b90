import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Env, parseEnv } from '../../lib/server/platform/env.ts';
import type { Launch } from './launch.ts';
import { type LocalSettings, localSettings } from './local-settings.ts';
import type { Part } from './part.ts';
import { startPostgres } from './postgres.ts';

export interface OwnPostgres {
  url: string;
  launch: Launch;
  local: LocalSettings;
  stop: () => Promise<void>;
}

/** The Postgres of a data folder, for what works there without the start command. */
export async function ownPostgres(dataDir: string, env: Env = parseEnv({})): Promise<OwnPostgres> {
  const root = path.resolve(import.meta.dirname, '..', '..');
  const [runDir, logDir] = [path.join(dataDir, 'run'), path.join(dataDir, 'logs')];
  // Also the folders above it have to be walked through.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  for (const folder of [runDir, logDir]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Postgres runs as another account when this one is root, and has to be able to walk in.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
  const { signal } = new AbortController();
  const launch: Launch = { root, dataDir, runDir, logDir, dev: false, env, signal };
  let part: Part | undefined;
  const stop = async () => part?.stop();
  const failed = (error: Error) => {
    throw error;
  };
  try {
    const local = await localSettings(dataDir);
    const { url } = await startPostgres(launch, local, (kept) => (part = kept), failed);
    return { url, launch, local, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
