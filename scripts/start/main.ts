// The start command: starts the parts side by side, restarts those that die, and stops all of them on a signal.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readInterviewPlan } from '../../lib/server/plan/interview-plan.ts';
import { checkModelFolders } from '../../lib/server/speech/model-folders.ts';
import { type Env, parseEnv } from '../../lib/server/platform/env.ts';
import { findLocalModel } from './local-model.ts';
import { type Launch, lockKeyOf, openDataFolder } from './launch.ts';
import { type Holder, acquireLock } from './lock.mjs';
import { isPortTaken } from './ports.mjs';
import { endLeftovers, watchNpm } from './processes.ts';
import { startProduct } from './product.ts';
import { needsNoPassword, localUrl } from './programs.ts';
import { explain, print, elapsedText } from './progress.mjs';
import { fetchDefaultRecognizers, lacksRecognition } from './speech-models.ts';
import { waitUntil } from './wait-until.ts';
import { messageOf } from '../../lib/server/platform/message-of.mjs';

const startedAtMs = performance.now() - 1000 * process.uptime();
const exitAlreadyRunning = 3;
const portLimitMs = 5_000;
const stop = new AbortController();
const status: Required<Holder> = { pid: process.pid, state: 'starting', url: '' };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));
process.on('disconnect', () => stop.abort('its parent has ended'));
watchNpm(() => stop.abort('npm has ended'));
// The terminal may close before the parts have stopped. Printing must then not throw.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Only this account may read recordings and secrets.
process.umask(0o077);
let launch: Launch;
try {
  launch = await prepare();
} catch (error) {
  if (stop.signal.aborted) print(`Ovoz does not start: ${stop.signal.reason}.`);
  else print(messageOf(error));
  process.exit(1);
}
const isWell = await run(launch);
process.exit(isWell ? 0 : 1);

/** @throws Error that names what is wrong */
async function prepare(): Promise<Launch> {
  stop.signal.throwIfAborted();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const folder = openDataFolder(process.env.DATA_DIR || '.data');
  status.url = localUrl(Number(process.env.PORT || 3000));
  await acquireLock(lockKeyOf(folder), describe, { onBusy, signal: stop.signal });
  print(`Ovoz starts (data in ${path.relative(folder.root, folder.dataDir) || folder.dataDir})`);
  const env = parseEnv(process.env);
  readInterviewPlan(env);
  await checkModelFolders(env);
  await endLeftovers(folder.dataDir, (names) =>
    print(`  … ending parts of an earlier start: ${names.join(', ')}`),
  );
  await checkPort(env);
  return {
    ...folder,
    isDev: process.argv.includes('--dev'),
    env,
    // Tests and benchmarks set ADMIN_WITHOUT_PASSWORD.
    adminToken:
      needsNoPassword(env) && env.ADMIN_WITHOUT_PASSWORD === undefined
        ? randomBytes(24).toString('base64url')
        : undefined,
    signal: stop.signal,
  };
}

/** Describes this start to a second one. A stop signal overrides `status`, because the steps stop at once. */
function describe(): Holder {
  return stop.signal.aborted ? { ...status, state: 'stopping' } : status;
}

function onBusy(holder: Holder | undefined, isFirst: boolean): void {
  if (holder?.state === 'running' || holder?.state === 'starting') {
    const state = holder.state === 'running' ? 'already runs' : 'is already being started';
    print(`Ovoz ${state} on this data folder (process ${holder.pid}): ${holder.url}`);
    process.exit(exitAlreadyRunning);
  }
  if (!isFirst) return;
  const who = holder === undefined ? 'another program' : `process ${holder.pid}, which is ${holder.state}`;
  print(`  … waiting for ${who} on this data folder`);
}

async function checkPort({ PORT }: Env): Promise<void> {
  const isFree = async () => !(await isPortTaken(PORT));
  if (!(await waitUntil(isFree, portLimitMs, stop.signal)))
    throw new Error(`PORT: ${PORT} is taken by another program; set PORT to a free one.`);
}

/** @returns false if the product cannot continue */
async function run(launch: Launch): Promise<boolean> {
  const failures: unknown[] = [];
  // `explain` prints each error once, so the reason of a failed step is not repeated.
  const fail = (error: unknown) => {
    if (stop.signal.aborted) return;
    failures.push(error);
    explain(error);
    stop.abort('it cannot go on');
  };
  const product = startProduct(launch, fail);
  await product.ready.then((downParts) => announce(launch, downParts)).catch(fail);
  if (!stop.signal.aborted) {
    void fetchDefaultRecognizers(launch);
    void reportLocalModel(launch);
  }
  if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  const stopStartedAtMs = performance.now();
  print(`Ovoz is stopping (${stop.signal.reason}) …`);
  await product.stop();
  rmSync(path.join(launch.runDir, 'product.json'), { force: true });
  print(`Ovoz has stopped (${elapsedText(stopStartedAtMs)}).`);
  return failures.length === 0;
}

/** Never throws: without a model the script holds the calls. */
async function reportLocalModel({ env, dataDir }: Launch): Promise<void> {
  try {
    const sentence = await findLocalModel(env, dataDir, readInterviewPlan(env));
    if (sentence !== undefined) print(sentence);
  } catch (error) {
    explain(error);
  }
}

function announce({ env, logDir, adminToken }: Launch, downParts: string[]): void {
  for (const part of downParts) print(`  ! ${part} (logs in ${logDir})`);
  if (lacksRecognition(env))
    print(
      '  ! Without speech recognition: leads have no words of the visitor (npm run models fetch installs it)',
    );
  status.state = 'running';
  if (process.connected) process.send?.('running');
  if (adminToken !== undefined)
    print(`Leads, by this link, in one browser: ${localUrl(env.PORT)}/api/admin/session?token=${adminToken}`);
  print(`Ovoz runs at ${localUrl(env.PORT)} (ready in ${elapsedText(startedAtMs)}, Ctrl-C stops it)`);
}
