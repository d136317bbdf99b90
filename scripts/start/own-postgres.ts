import { type Env, parseEnv } from '../../lib/server/platform/env.ts';
import { type Launch, openDataFolder } from './launch.ts';
import { type LocalSettings, loadLocalSettings } from './local-settings.ts';
import type { Part } from './part.ts';
import { startPostgres } from './postgres.ts';

export interface OwnPostgres {
  url: string;
  launch: Launch;
  local: LocalSettings;
  stop: () => Promise<void>;
}

/** Starts the Postgres of a data folder without the rest of the product. */
export async function startOwnPostgres(dataDir: string, env: Env = parseEnv({})): Promise<OwnPostgres> {
  const { signal } = new AbortController();
  const launch: Launch = { ...openDataFolder(dataDir), isDev: false, env, signal };
  let part: Part | undefined;
  const stop = async () => part?.stop();
  const throwError = (error: Error) => {
    throw error;
  };
  try {
    const local = await loadLocalSettings(launch.dataDir);
    const url = await startPostgres(launch, local, (postgres) => (part = postgres), throwError);
    return { url, launch, local, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
