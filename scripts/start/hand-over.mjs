import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { obtainLiveKit } from './livekit-program.mjs';
import { runExclusively } from './lock.mjs';
import { runToEnd } from './process-group.mjs';
import { print, step, StepFailed } from './progress.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const thisFile = fileURLToPath(import.meta.url);
const isWindows = process.platform === 'win32';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The Node that package-lock.json pins and that runs the product. The system's may be older. */
const productNode = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

/**
 * Installs missing packages and runs the program on the product's own Node. This file itself may import no package.
 * @param {string} program its path from the root
 */
export async function handOver(program) {
  process.chdir(root);
  const file = path.join(root, program);
  if (isInstalled() && realpathSync(productNode) === realpathSync(process.execPath))
    return void (await import(file));
  let child;
  const stopping = new AbortController();
  for (const signal of signals)
    process.on(signal, () => {
      stopping.abort();
      if (child === undefined) process.exit(1);
      child.kill(signal);
    });
  if (!isInstalled()) await prepare(stopping.signal);
  // The child also stops when this process is killed, because its channel closes.
  child = fork(file, process.argv.slice(2), { execPath: productNode, execArgv: [] });
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

/** Installs the packages. Meanwhile it obtains LiveKit, which takes as long and needs no package. */
async function prepare(signal) {
  if (process.loadEnvFile === undefined) {
    print(`Node ${process.version} is too old: Ovoz needs 20.12 or newer.`);
    process.exit(1);
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { DATA_DIR, LIVEKIT_URL } = process.env;
  // If this fails, the start of the product tries again and prints the reason.
  if (!LIVEKIT_URL) obtainLiveKit({ dataDir: DATA_DIR || '.data', signal }).catch(() => {});
  // A fork installs them: when this process is killed, its channel closes and it stops npm.
  const [code] = await once(fork(thisFile, { execArgv: [] }), 'exit');
  if (code !== 0) process.exit(1);
}

/**
 * Compares npm's hidden lock file with ours: npm writes it last, so equal versions mean a complete installation.
 * @returns {boolean}
 */
function isInstalled() {
  const locked = readLockedPackages(path.join(root, 'package-lock.json'));
  const installed = readLockedPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined || locked === undefined || !existsSync(productNode)) return false;
  return Object.entries(locked).every(
    ([name, entry]) => name === '' || entry.optional || entry.version === installed[name]?.version,
  );
}

function readLockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  const stopping = new AbortController();
  for (const event of [...signals, 'disconnect']) process.on(event, () => stopping.abort());
  const { signal } = stopping;
  const options = { hint: 'npm ci, one to two minutes', signal };
  await runExclusively(
    `work:${root}`,
    'another command is at work in this folder',
    async () => {
      if (!isInstalled()) await step('packages', () => npmCi(signal), options);
    },
    signal,
  );
}

async function npmCi(signal) {
  const npm = process.env.npm_execpath;
  // Build tools are among the development packages; NODE_ENV=production would leave them out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  // Prefers npm's Node: npm may be about to replace the one that runs this file.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, ...leadingArgs] = npm?.endsWith('.js') ? [node, npm] : [isWindows ? 'npm.cmd' : 'npm'];
  const advice =
    'check the connection to the npm registry and the free disk space, then run the command again.';
  await runToEnd('npm ci', { command, args: [...leadingArgs, ...args], cwd: root }, { signal, advice });
  if (!existsSync(productNode))
    throw new StepFailed('The package "node" came without its program: its install script did not run.', {
      advice:
        'allow install scripts (npm config get ignore-scripts must be false), then run the command again.',
    });
}

if (process.argv[1] === thisFile)
  await install().then(
    () => process.exit(0),
    () => process.exit(1),
  );
