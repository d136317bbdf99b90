import path from 'node:path';
import { type Launch, logFileOf, runStep } from './launch.ts';
import { obtainLiveKit } from './livekit-program.mjs';
import { type CallServer, startLiveKit } from './livekit.ts';
import { type LocalSettings, loadLocalSettings } from './local-settings.ts';
import { runPart, stopParts } from './part.ts';
import { startPostgres } from './postgres.ts';
import { agentPart, programEnv, webPart } from './programs.ts';
import { print, step, StepFailed } from './progress.mjs';
import { buildSite, generateClient } from './sources.ts';
import { waitUntil } from './wait-until.ts';
import { replaceFile } from '../../lib/server/platform/state-file.ts';
import { withClient } from '../../lib/server/platform/with-client.ts';
import type { Health } from '../../lib/contracts/health.ts';

export interface Product {
  /** Resolves when all parts are ready or the wait is over, with a sentence for each part that is down. */
  ready: Promise<string[]>;
  /** Stops every part in reverse order of dependence. Call it after aborting the launch's signal. */
  stop: () => Promise<void>;
}

/** Starts all parts of the product, in parallel where possible. */
export function startProduct(launch: Launch, onFailing: (error: StepFailed) => void): Product {
  const { signal } = launch;

  const local = loadLocalSettings(launch.dataDir);
  const client = generateClient(launch);
  const site = client.then(() => (launch.isDev ? undefined : buildSite(launch)));
  const database = local.then((settings) => prepareDatabase(launch, settings, client, onFailing));
  const calls = local.then((settings) => prepareCalls(launch, settings));
  const settings = Promise.all([local, database, calls]).then((all) => programEnv(launch, ...all));

  const agent = Promise.all([settings, calls, client]).then(([env, callServer]) => {
    signal.throwIfAborted();
    if (callServer === undefined && launch.env.LIVEKIT_URL === undefined) return;
    runPart(launch, agentPart(launch, env));
  });
  const web = Promise.all([settings, site]).then(async ([env]) => {
    signal.throwIfAborted();
    runPart(launch, { ...webPart(launch, env), onFailing });
    await step('web app', () => waitForWeb(launch), { signal });
  });
  const ready = Promise.all([settings, web, agent]).then(async ([env]) => {
    publishSettings(launch, env);
    return step('all parts', () => waitForParts(launch), { signal });
  });

  const stop = async () => {
    await Promise.allSettled([local, client, site, database, calls, settings, agent, web, ready]);
    await stopParts(launch);
  };
  return { ready, stop };
}

async function prepareDatabase(
  launch: Launch,
  local: LocalSettings,
  client: Promise<void>,
  onFailing: (error: StepFailed) => void,
): Promise<string> {
  const { env, signal } = launch;
  const migrate = async (url: string) => {
    // The migration makes the queue's tables with the generated client.
    await client;
    await migrateDatabase(launch, url);
  };
  if (env.DATABASE_URL !== undefined) {
    const url = env.DATABASE_URL;
    await step('database schema', () => migrate(url), { signal });
    return url;
  }
  const start = () => startPostgres(launch, local, onFailing);
  const url = await step('Postgres', start, { signal });
  // Another database's direct address may be left in .env.
  process.env.DIRECT_URL = url;
  const prepare = async () => {
    await migrate(url);
    // No agent of an earlier run is alive any more.
    await withClient(url, (database) => database.query('DELETE FROM "AgentWorker"'));
  };
  await step('database schema', prepare, { signal });
  return url;
}

function migrateDatabase(launch: Launch, url: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url };
  const args = [path.join('scripts', 'migrate.ts')];
  const advice = 'see that the database can be reached and that its migrations are those of this version.';
  return runStep(
    launch,
    { name: 'migrate', title: 'The migration', command: process.execPath, args, env },
    advice,
  );
}

/** Without a LiveKit server only calls fail, so this prints a warning instead of stopping. */
async function prepareCalls(launch: Launch, local: LocalSettings): Promise<CallServer | undefined> {
  if (launch.env.LIVEKIT_URL !== undefined) return undefined;
  const hint = 'built with Go once, two minutes or more; else downloaded';
  try {
    const binary = await step('LiveKit program', () => obtainLiveKit(launch), {
      hint,
      signal: launch.signal,
    });
    const start = () => startLiveKit(launch, local, binary);
    return await step('LiveKit server', start, { signal: launch.signal });
  } catch {
    launch.signal.throwIfAborted();
    print('    Calls are off in this run; everything else works.');
    return undefined;
  }
}

/** Writes the settings to a file, by which tests, benchmarks and other commands reach the parts. */
function publishSettings({ runDir }: Launch, env: NodeJS.ProcessEnv): void {
  const names = ['PORT', 'DATA_DIR', 'DATABASE_URL', 'LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'];
  const settings = Object.fromEntries([...names, 'PUBLIC_URL'].map((name) => [name, env[name]]));
  const file = path.join(runDir, 'product.json');
  replaceFile(file, JSON.stringify(settings, null, 2));
}

/** In development, the first answer waits for the compiler. */
const webLimitMs = 180_000;
const partsLimitMs = 60_000;

/** @throws StepFailed if the web app does not answer in time */
async function waitForWeb(launch: Launch): Promise<void> {
  const isAnswering = async () => (await readHealth(launch)) !== undefined;
  if (await waitUntil(isAnswering, webLimitMs, launch.signal)) return;
  throw new StepFailed('The web app does not answer.', {
    logFile: launch.isDev ? undefined : logFileOf(launch, 'web'),
    advice: 'see its output above.',
  });
}

/**
 * Waits until every part is up.
 * @returns a sentence for each that is still down at the timeout
 */
async function waitForParts(launch: Launch): Promise<string[]> {
  let downParts: string[] = [];
  const areUp = async () => {
    const parts = (await readHealth(launch))?.parts;
    if (parts === undefined) return false;
    downParts = Object.entries(parts)
      .filter(([, part]) => part.state === 'down')
      .map(([name, part]) => `${name} is down: ${part.detail ?? 'no reason given'}`);
    return downParts.length === 0;
  };
  await waitUntil(areUp, partsLimitMs, launch.signal);
  return downParts;
}

async function readHealth({ env, signal }: Launch): Promise<Health | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/api/health`, { signal });
    const health: Health = await response.json();
    return health;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
