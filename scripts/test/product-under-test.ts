import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../start/ports.mjs';

export const startLimitMs = 5 * 60_000;
const stopLimitMs = 30_000;

/** A running product; disposing of it stops it. */
export interface ProductUnderTest extends AsyncDisposable {
  url: string;
  /** The settings of its parts, as in DATA_DIR/run/product.json. */
  settings: Record<string, string>;
  stop: () => Promise<void>;
}

/**
 * Runs the start command, and waits until the product runs.
 * @throws Error if it ends before that or takes too long; then it is stopped first
 */
export async function startProductUnderTest(
  env: NodeJS.ProcessEnv,
  dataDir: string,
): Promise<ProductUnderTest> {
  const port = await freePort(undefined);
  const child = fork(path.join(import.meta.dirname, '..', 'start.mjs'), [], {
    env: {
      // No model server of this machine takes part, and nothing is downloaded.
      LLM_PORTS: 'off',
      SPEECH_MODELS: 'off',
      ...env,
      // Tests use the admin page without signing in; other tests check its lock.
      ADMIN_WITHOUT_PASSWORD: 'local',
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    execArgv: [],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await exited;
    clearTimeout(killTimer);
  };
  try {
    await untilRunning(child);
  } catch (error) {
    await stop();
    throw error;
  }
  const settings: Record<string, string> = JSON.parse(
    readFileSync(path.join(dataDir, 'run', 'product.json'), 'utf8'),
  );
  return { url: `http://localhost:${port}`, settings, stop, [Symbol.asyncDispose]: stop };
}

export type OwnProduct = ProductUnderTest & { dataDir: string };

/** Starts a product on a temporary data folder, which `stop` deletes. */
export async function startOwnProduct(env: NodeJS.ProcessEnv): Promise<OwnProduct> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-product-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const product = await startProductUnderTest(env, dataDir);
    const stop = () => product.stop().then(remove);
    return { ...product, dataDir, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns the running product that BASE_URL (and DATA_DIR) names, or starts one with these settings. */
export async function openProduct(
  settings: Partial<NodeJS.ProcessEnv> = {},
): Promise<AsyncDisposable & Pick<OwnProduct, 'url'> & Partial<OwnProduct>> {
  const { BASE_URL, DATA_DIR } = process.env;
  if (BASE_URL) return { url: BASE_URL, dataDir: DATA_DIR, [Symbol.asyncDispose]: async () => {} };
  return startOwnProduct({ ...process.env, ...settings });
}

/** Resolves once the start command reports that the product runs. */
async function untilRunning(child: ChildProcess): Promise<void> {
  const running = Promise.withResolvers<void>();
  child.on('message', (message) => message === 'running' && running.resolve());
  child.once('exit', (code) => running.reject(new Error(`The start command ended with code ${code}.`)));
  const rejectLate = () => running.reject(new Error('The product did not start in time.'));
  const timer = setTimeout(rejectLate, startLimitMs);
  await running.promise.finally(() => clearTimeout(timer));
}
