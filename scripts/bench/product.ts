import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const upWithinMs = 5 * 60_000;
const downWithinMs = 20_000;

export interface Product {
  baseUrl: string;
  /** Its data folder, where it is known. */
  dataDir?: string;
  stop(): Promise<void>;
}

export interface OwnProduct extends Product {
  dataDir: string;
  /** What reaches its parts. */
  settings: Record<string, string>;
}

/** The product that BASE_URL (and DATA_DIR) names, else one of its own. */
export async function product(env: Record<string, string>): Promise<Product> {
  const { BASE_URL, DATA_DIR } = process.env;
  if (BASE_URL) return { baseUrl: BASE_URL, dataDir: DATA_DIR, stop: async () => {} };
  return ownProduct(env);
}

/** A product on a data folder that goes with it. */
export async function ownProduct(env: Record<string, string>): Promise<OwnProduct> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovoz-bench-'));
  // Where root starts it, Postgres runs as another account and has to get in.
  await chmod(dataDir, 0o755);
  const child = fork(path.join(root, 'scripts', 'start.mjs'), [], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  const baseUrl = `http://localhost:${port}`;
  try {
    await untilRunning(child);
  } catch (error) {
    await stop();
    throw error;
  }
  const settings: Record<string, string> = JSON.parse(
    await readFile(path.join(dataDir, 'run', 'product.json'), 'utf8'),
  );
  return { baseUrl, dataDir, settings, stop };
}

/** Until the start command says that it runs. */
async function untilRunning(child: ChildProcess): Promise<void> {
  const running = Promise.withResolvers<void>();
  child.on('message', (message) => message === 'running' && running.resolve());
  child.once('exit', () => running.reject(new Error('the product ended while starting')));
  const limit = AbortSignal.timeout(upWithinMs);
  limit.onabort = () => running.reject(new Error('the product did not start in time'));
  await running.promise;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([exited, delay(downWithinMs, undefined, { ref: false })]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}
