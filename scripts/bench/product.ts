import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProductUnderTest } from '../test/product-under-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Product {
  baseUrl: string;
  /** Its data folder, where it is known. */
  dataDir?: string;
  stop(): Promise<void>;
}

export interface OwnProduct extends Product {
  dataDir: string;
  /** The settings of its parts. */
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
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovoz-bench-'));
  // Started by root, Postgres runs as another account and needs access.
  await chmod(dataDir, 0o755);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { url, settings, stop } = await startProductUnderTest(root, { ...process.env, ...env }, dataDir);
    return { baseUrl: url, dataDir, settings, stop: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
