import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { oneAtATime } from './lock.mjs';
import { StepFailed, say, step } from './progress.mjs';
import { logFileOf, runCommand } from './run-command.mjs';

const windows = process.platform === 'win32';

/**
 * The Node that runs the product: the one of the lock file, not the system's.
 * @param {string} root
 */
export function productNode(root) {
  return path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
}

/**
 * Installs the packages of the lock file unless they are there.
 * @param {import('./run-command.mjs').Place} place
 */
export async function ensureInstalled(place) {
  const { root, signal } = place;
  if (isInstalled(root)) return;
  const onWait = () => say('  … another command is at work in this folder, waiting for it');
  await oneAtATime(`work:${root}`, onWait, async () => {
    if (isInstalled(root)) return;
    await step('packages', () => install(place), { hint: 'npm ci, one to two minutes', signal });
  });
}

async function install(place) {
  const npm = process.env.npm_execpath;
  // Build tools are among the development packages; NODE_ENV=production would leave them out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  // Not this process's own Node, which may be the one in node_modules that npm is about to replace.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, ...first] = npm?.endsWith('.js') ? [node, npm] : [windows ? 'npm.cmd' : 'npm'];
  await runCommand(
    place,
    { name: 'install', title: 'npm ci', command, args: [...first, ...args] },
    'check the connection to the npm registry and the free disk space, then run the command again.',
  );
  if (!existsSync(productNode(place.root)))
    throw new StepFailed('The package "node" came without its program: its install script did not run.', {
      logFile: logFileOf(place, 'install'),
      advice:
        'allow install scripts (npm config get ignore-scripts must be false), then run the command again.',
    });
}

/**
 * npm writes its hidden lock file last, so one that agrees with ours means a whole installation.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readLock(path.join(root, 'package-lock.json'));
  const present = readLock(path.join(root, 'node_modules', '.package-lock.json'));
  if (present === undefined || wanted === undefined || !existsSync(productNode(root))) return false;
  return Object.entries(wanted).every(
    ([name, entry]) => name === '' || entry.optional || entry.version === present[name]?.version,
  );
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
