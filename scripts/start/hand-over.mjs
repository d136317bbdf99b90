import { fork } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled, productNode } from './install.mjs';
import { say } from './progress.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Installs missing packages and runs the program on the product's own Node. Needs no package itself.
 * @param {string} program its path from the root
 */
export async function handOver(program) {
  process.chdir(root);
  const isOnProductNode = isInstalled() && realpathSync(productNode) === realpathSync(process.execPath);
  if (!isInstalled()) await install();
  const file = path.join(root, program);
  if (isOnProductNode) return void (await import(file));
  // The child also stops when this process is killed, because its channel closes.
  const child = fork(file, process.argv.slice(2), { execPath: productNode, execArgv: [] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

async function install() {
  if (process.loadEnvFile === undefined) {
    say(`Node ${process.version} is too old: Ovoz needs 20.12 or newer.`);
    process.exit(1);
  }
  const helper = (name) => fork(path.join(import.meta.dirname, name), { execArgv: [] });
  // Fetching LiveKit takes as long as npm ci and needs no package.
  helper('livekit-program.mjs').unref();
  const [code] = await once(helper('install.mjs'), 'exit');
  if (code !== 0) process.exit(1);
}
