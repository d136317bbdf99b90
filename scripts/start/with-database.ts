import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseEnv } from '../../lib/server/platform/env.ts';
import type { Launch } from './launch.ts';
import { localSettings } from './local-settings.ts';
import type { Part } from './part.ts';
import { startPostgres } from './postgres.ts';

/**
 * For commands beside the product: gives `work` the address of its database. That is DATABASE_URL, else the running product's, else the
 * data folder's own Postgres, which runs as long as the work does. Ends the process, with a line about what went wrong.
 */
export async function withDatabase(work: (databaseUrl: string) => Promise<void>): Promise<never> {
  const parts: Part[] = [];
  let code = 0;
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const url = await databaseUrl((part) => parts.push(part));
    process.env.DATABASE_URL = url;
    await work(url);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    code = 1;
  }
  for (const part of parts) await part.stop();
  process.exit(code);
}

async function databaseUrl(keepPart: (part: Part) => void): Promise<string> {
  const env = parseEnv(process.env);
  // Migrations and their lock want a connection of their own, not a pooler's.
  if (env.DATABASE_URL !== undefined) return env.DIRECT_URL ?? env.DATABASE_URL;
  const dataDir = path.resolve(env.DATA_DIR);
  const running = path.join(dataDir, 'run', 'product.json');
  if (existsSync(running))
    return z.object({ DATABASE_URL: z.string() }).parse(JSON.parse(readFileSync(running, 'utf8')))
      .DATABASE_URL;
  const [runDir, logDir] = [path.join(dataDir, 'run'), path.join(dataDir, 'logs')];
  // Postgres may run as another account, which has to be able to walk to its folder.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  for (const folder of [runDir, logDir]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const root = path.resolve(import.meta.dirname, '..', '..');
  const { signal } = new AbortController();
  const launch: Launch = { root, dataDir, runDir, logDir, dev: false, env, signal };
  const { url } = await startPostgres(launch, await localSettings(dataDir), keepPart, (error) => {
    throw error;
  });
  return url;
}
