import { modelVendors } from '../../lib/server/language-models/configured-models.ts';
import { env } from '../../lib/server/platform/env.ts';
import { log } from '../../lib/server/platform/log.ts';
import { synthesizers } from '../../lib/server/speech/tts.ts';
import { PromiseCache } from '../promise-cache.ts';
import type { ModelVendors } from './vendors.ts';

/**
 * Returns a function that resolves to the vendors of the next call; undefined if the script holds it. The framework is loaded
 * only for a model, because it costs half a second and 70 MB.
 */
export function callVendors(isMoneySpent: () => boolean): () => Promise<ModelVendors | undefined> {
  const loaded = new PromiseCache<() => ModelVendors | undefined>(1);
  return async () => {
    if (modelVendors(env()).length === 0) return undefined;
    const currentVendors = await loaded.getOrMake('vendors', () => loadVendors(isMoneySpent));
    return currentVendors();
  };
}

async function loadVendors(isMoneySpent: () => boolean): Promise<() => ModelVendors | undefined> {
  const { prepareFramework, vendorsOf } = await import('./vendors.ts');
  prepareFramework();
  const currentVendors = await vendorsOf(env(), isMoneySpent);
  const vendors = currentVendors();
  if (vendors === undefined)
    log.warn('recogniser_not_configured', {
      hint: 'Set STT_PROVIDER or fetch a model: calls are held by the script.',
    });
  else
    log.info('agent_configured', {
      model: vendors.name,
      recognizers: [vendors.live, ...vendors.recognizers].flatMap((each) => each?.name ?? []).join(', '),
      voices: synthesizers()
        .map(({ name }) => name)
        .join(', '),
    });
  return currentVendors;
}
