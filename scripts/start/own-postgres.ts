import { type Env, parseEnv } from '../../lib/server/platform/env.ts';
import { type Launch, openDataFolder } from './launch.ts';
import { type LocalSettings, loadLocalSettings } from './local-settings.ts';
import { stopParts } from './part.ts';
import { startPostgres } from './postgres.ts';

export interface OwnPostgres {
  url: string;
  launch: Launch;
  local: LocalSettings;
  /** Stops all parts of the launch. */
  stop: () => Promise<void>;
}

/**
 * Starts the Postgres of a data folder without the rest of the product.
 * @throws StepFailed if it keeps failing before it answers
 */
export async function startOwnPostgres(dataDir: string, env: Env = parseEnv({})): Promise<OwnPostgres> {
  const givenUp = new AbortController();
  const { signal } = givenUp;
  const launch: Launch = { ...openDataFolder(dataDir), isDev: false, env, signal };
  const stop = () => stopParts(launch);
  try {
    const local = await loadLocalSettings(launch.dataDir);
    const url = await startPostgres(launch, local, (error) => givenUp.abort(error));
    return { url, launch, local, stop };
  } catch (error) {
    await stop();
    signal.throwIfAborted();
    throw error;
  }
}
