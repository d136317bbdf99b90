// The test command. Like the start command it needs no package to begin with: it installs, and hands over to
// scripts/test/main.ts on the product's own Node.
import { fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, productNode } from './start/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stopping = new AbortController();

process.chdir(root);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());

const dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-test-'));
// Postgres runs as another account when this one is root, and has to be able to walk in.
if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
const [runDir, logDir] = [path.join(dataDir, 'run'), path.join(dataDir, 'logs')];
for (const folder of [runDir, logDir]) mkdirSync(folder);

try {
  await ensureInstalled({ root, dataDir, runDir, logDir, signal: stopping.signal });
} catch {
  process.exit(1);
}
const main = path.join(root, 'scripts', 'test', 'main.ts');
const env = { ...process.env, DATA_DIR: dataDir };
const child = fork(main, process.argv.slice(2), {
  execPath: productNode(root),
  execArgv: [],
  env,
  detached: true,
});
stopping.signal.addEventListener('abort', () => child.connected && child.send('stop'));
child.on('exit', (code) => process.exit(code ?? 1));
