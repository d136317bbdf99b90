import { type OwnProduct, startOwnProduct } from '../test/product-under-test.ts';

type LabProduct = Pick<OwnProduct, 'url' | 'stop'> & Partial<Pick<OwnProduct, 'dataDir' | 'settings'>>;

/** The product that BASE_URL (and DATA_DIR) names, else one of its own with these settings. */
export async function product(settings: Partial<NodeJS.ProcessEnv> = {}): Promise<LabProduct> {
  const { BASE_URL, DATA_DIR } = process.env;
  if (BASE_URL) return { url: BASE_URL, dataDir: DATA_DIR, stop: async () => {} };
  return startOwnProduct({ ...process.env, ...settings });
}
