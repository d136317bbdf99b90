// The start command. This part runs on the Node that is on the machine (20.12 or newer) and needs no package: it takes
// the lock of the data folder, installs, and hands over to scripts/start/main.ts on the product's own Node.
import { fork } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, isInstalled, productNode } from './start/install.mjs';
import { livekitProgram } from './start/livekit-program.mjs';
import { takeLock } from './start/lock.mjs';
import { isPortTaken } from './start/ports.mjs';
import { commandLine, exists, parentOf } from './start/processes.mjs';
import { say } from './start/progress.mjs';
import { clearLeftovers } from './start/run-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const exitAlreadyRunning = 3;
const lockLimitMs = 40_000;
const portLimitMs = 5_000;
const orphanCheckMs = 500;
const parent = process.ppid;
const npm = findNpm();

process.chdir(root);
loadEnvironment();
const port = Number(process.env.PORT || 3000);
const state = { pid: process.pid, state: 'starting', url: `http://localhost:${port}` };
const dataDir = makeDataDir();
const runDir = path.join(dataDir, 'run');
const logDir = path.join(dataDir, 'logs');
const stopping = new AbortController();
/** Until there is something to end first, a stop simply ends this process. */
let hasWork = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
// A program that has started this one as its part takes it along.
process.on('disconnect', () => stop('its parent has ended'));
if (npm !== undefined) setInterval(() => isOrphan() && stop('npm has ended'), orphanCheckMs).unref();
process.stdout.on('error', () => {});

await takeLock(`start:${dataDir}`, describe, onBusy);
say(`Ovoz starts (data in ${path.relative(root, dataDir) || dataDir})`);
await clearLeftovers(runDir, (names) =>
  say(`  … waiting for parts of an earlier start to end: ${names.join(', ')}`),
);
await checkPort();
hasWork = true;
const place = { root, dataDir, runDir, logDir, signal: stopping.signal };
// Needs none of the packages, so that the two can be fetched side by side; the second half finds what came of it.
if (!isInstalled(root) && !process.env.LIVEKIT_URL) livekitProgram(place).catch(() => {});
await ensureInstalled(place).catch(() => stopping.signal.aborted || fail());
if (stopping.signal.aborted) process.exit(0);
runProduct();

function loadEnvironment() {
  if (process.loadEnvFile === undefined)
    fail(`Node ${process.version} is too old: Ovoz needs 20.12 or newer.`);
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if (error.code !== 'ENOENT') fail(`.env cannot be read: ${error.message}`);
  }
}

function makeDataDir() {
  const wanted = path.resolve(process.env.DATA_DIR || '.data');
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    for (const name of ['run', 'logs']) mkdirSync(path.join(wanted, name), { recursive: true, mode: 0o700 });
    accessSync(path.join(wanted, 'run'), constants.W_OK);
    // Postgres runs as another account when this one is root, and has to be able to walk in.
    chmodSync(wanted, process.getuid?.() === 0 ? 0o711 : 0o700);
    return realpathSync(wanted);
  } catch (error) {
    return fail(
      `DATA_DIR: the folder ${wanted} cannot be written to (${error.message}). Free space or change its rights, or set DATA_DIR to another folder.`,
    );
  }
}

function onBusy(holder, waitedMs) {
  if (holder !== undefined && holder.state !== 'stopping') {
    const how = holder.state === 'running' ? 'already runs' : 'is already being started';
    say(`Ovoz ${how} on this data folder (process ${holder.pid}): ${holder.url}`);
    process.exit(exitAlreadyRunning);
  }
  if (waitedMs === 0 && holder !== undefined) say('  … waiting for the earlier start to finish stopping');
  if (waitedMs > lockLimitMs)
    fail(
      'The lock of this data folder is held by a program that does not answer; set DATA_DIR to another folder.',
    );
}

async function checkPort() {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return; // main.ts names what is wrong with it
  let taken = await isPortTaken(port);
  for (const end = Date.now() + portLimitMs; taken && Date.now() < end; taken = await isPortTaken(port))
    await delay(200);
  if (taken) fail(`PORT: ${port} is taken by another program; set PORT to a free one.`);
}

function runProduct() {
  const main = path.join(root, 'scripts', 'start', 'main.ts');
  const env = { ...process.env, DATA_DIR: dataDir };
  // A session of its own: Ctrl-C in the terminal reaches this process alone, which passes it on once.
  const child = fork(main, process.argv.slice(2), {
    execPath: productNode(root),
    execArgv: [],
    env,
    detached: true,
  });
  stopping.signal.addEventListener(
    'abort',
    () => child.connected && child.send({ stop: stopping.signal.reason }),
  );
  child.on('message', (message) => {
    state.state = message.state;
    if (process.connected) process.send(message.state);
  });
  child.on('exit', (code, signal) => {
    if (signal !== null) say(`Ovoz was ended by ${signal}; its parts go with it.`);
    process.exit(code ?? 1);
  });
}

function stop(why) {
  if (!hasWork) process.exit(0);
  state.state = 'stopping';
  stopping.abort(why);
}

/** npm runs this file by a shell, which most systems keep between the two. */
function findNpm() {
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32';
  if (!isRunByNpm || process.connected) return undefined;
  const found = commandLine(parent).includes('start.mjs') ? parentOf(parent) : parent;
  // Killed before this line was reached: whoever took its place did not start us.
  if (!/npm|yarn|bun/.test(commandLine(found))) process.exit(1);
  return found;
}

/** npm that is killed cannot pass that on. */
function isOrphan() {
  return npm !== undefined && (process.ppid !== parent || !exists(npm));
}

/** Message to a second start; one that comes right after npm was killed need not wait for the next check. */
function describe() {
  if (isOrphan()) stop('npm has ended');
  return state;
}

function fail(message) {
  if (message !== undefined) say(message);
  process.exit(1);
}
