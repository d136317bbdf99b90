// The start command's second half, on the product's own Node: brings the parts up side by side, keeps them running, and
// takes them down again when it is told to, or when the first half dies.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { readInterviewPlan } from '../../lib/server/plan/interview-plan.ts';
import { checkModelFolders } from '../../lib/server/speech/model-folders.ts';
import { parseEnv } from '../../lib/server/platform/env.ts';
import type { Launch } from './launch.ts';
import { startProduct } from './product.ts';
import { isOpenHere, siteUrl } from './programs.ts';
import { explain, say, seconds } from './progress.mjs';
import { removeRunFile, writeRunFile } from './run-files.mjs';

const since = performance.now() - 1000 * process.uptime();
const stop = new AbortController();
let failed = false;

process.on('disconnect', () => stop.abort('the start command was killed'));
process.on('message', (message: { stop: string }) => stop.abort(message.stop));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));
// The terminal may be gone before the product is.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Recordings and secrets are for this account alone, whatever the machine's default is.
process.umask(0o077);
if (!process.connected) process.exit(1);
await run(await readLaunch());
process.exit(failed ? 1 : 0);

async function readLaunch(): Promise<Launch> {
  try {
    const env = parseEnv(process.env);
    readInterviewPlan(env);
    await checkModelFolders(env);
    const dataDir = path.resolve(env.DATA_DIR);
    return {
      root: path.resolve(import.meta.dirname, '..', '..'),
      dataDir,
      runDir: path.join(dataDir, 'run'),
      logDir: path.join(dataDir, 'logs'),
      dev: process.argv.includes('--dev'),
      env,
      // Tests and benchmarks say that they want no link.
      adminToken:
        isOpenHere(env) && env.ADMIN_WITHOUT_PASSWORD === undefined
          ? randomBytes(24).toString('base64url')
          : undefined,
      signal: stop.signal,
    };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function run(launch: Launch): Promise<void> {
  const runFile = path.join(launch.runDir, 'start.pid');
  writeRunFile(runFile, { pid: process.pid, keeperPid: process.pid });
  const product = startProduct(launch, fail);
  await product.up.then((down) => announce(launch, down)).catch(fail);
  await aborted();
  const stopSince = performance.now();
  tell('stopping');
  say(`Ovoz is stopping (${stop.signal.reason}) …`);
  await product.down();
  rmSync(path.join(launch.runDir, 'product.json'), { force: true });
  removeRunFile(runFile, process.pid);
  say(`Ovoz has stopped (${seconds(stopSince)}).`);
}

function announce({ env, dataDir, adminToken }: Launch, down: string[]): void {
  for (const part of down) say(`  ! ${part} (logs in ${path.join(dataDir, 'logs')})`);
  tell('running');
  if (adminToken !== undefined)
    say(`Leads, by a link that opens once: ${siteUrl(env.PORT)}/api/admin/session?token=${adminToken}`);
  say(`Ovoz runs at ${siteUrl(env.PORT)} (ready in ${seconds(since)}, Ctrl-C stops it)`);
}

/** A step that fails has explained itself; here it only ends the rest. */
function fail(error: unknown): void {
  if (stop.signal.aborted) return;
  failed = true;
  explain(error);
  stop.abort('it cannot go on');
}

function tell(state: string): void {
  if (process.connected) process.send?.({ state });
}

function aborted(): Promise<void> {
  return new Promise((resolve) => {
    if (stop.signal.aborted) resolve();
    stop.signal.addEventListener('abort', () => resolve());
  });
}
