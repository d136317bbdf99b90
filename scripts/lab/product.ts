import { type OwnProduct, startOwnProduct } from '../test/product-under-test.ts';

type LabProduct = Pick<OwnProduct, 'url' | 'stop'> & Partial<Pick<OwnProduct, 'dataDir' | 'settings'>>;

/** Returns the running product that BASE_URL (and DATA_DIR) names, or starts one with these settings. */
export async function openProduct(settings: Partial<NodeJS.ProcessEnv> = {}): Promise<LabProduct> {
  const { BASE_URL, DATA_DIR } = process.env;
  if (BASE_URL) return { url: BASE_URL, dataDir: DATA_DIR, stop: async () => {} };
  return startOwnProduct({ ...process.env, ...settings });
}
