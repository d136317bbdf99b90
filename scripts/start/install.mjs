import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './lock.mjs';
import { runToEnd } from './process-group.mjs';
import { say, step, StepFailed } from './progress.mjs';
import { withParent } from './with-parent.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const windows = process.platform === 'win32';

/** The Node of the lock file, which runs the product. The system's may be older. */
export const productNode = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/**
 * Compares npm's hidden lock file with ours: npm writes it last, so equal versions mean a complete installation.
 * @returns {boolean}
 */
export function isInstalled() {
  const wanted = readLock(path.join(root, 'package-lock.json'));
  const present = readLock(path.join(root, 'node_modules', '.package-lock.json'));
  if (present === undefined || wanted === undefined || !existsSync(productNode)) return false;
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

async function install(signal) {
  const npm = process.env.npm_execpath;
  // Build tools are among the development packages; NODE_ENV=production would leave them out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  // Not process.execPath: npm may be about to replace that Node.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, ...first] = npm?.endsWith('.js') ? [node, npm] : [windows ? 'npm.cmd' : 'npm'];
  const advice =
    'check the connection to the npm registry and the free disk space, then run the command again.';
  await runToEnd('npm ci', { command, args: [...first, ...args], cwd: root }, { signal, advice });
  if (!existsSync(productNode))
    throw new StepFailed('The package "node" came without its program: its install script did not run.', {
      advice:
        'allow install scripts (npm config get ignore-scripts must be false), then run the command again.',
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await withParent((signal) =>
    oneAtATime(
      `work:${root}`,
      () => say('  … another command is at work in this folder, waiting for it'),
      async () => {
        if (!isInstalled())
          await step('packages', () => install(signal), { hint: 'npm ci, one to two minutes', signal });
      },
    ),
  );
