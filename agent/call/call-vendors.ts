import { modelVendors } from '../../lib/server/language-models/configured-models.ts';
import { env } from '../../lib/server/platform/env.ts';
import { log } from '../../lib/server/platform/log.ts';
import { synthesizers } from '../../lib/server/speech/tts.ts';
import { PromiseCache } from '../promise-cache.ts';
import type { ModelVendors } from './vendors.ts';

const loaded = new PromiseCache<() => ModelVendors | undefined>(1);

/** The vendors of the next call; undefined if the script holds it. Loads the framework only for a model: it costs half a second and 70 MB. */
export async function currentVendors(): Promise<ModelVendors | undefined> {
  if (modelVendors(env()).length === 0) return undefined;
  const vendorsNow = await loaded.getOrMake('vendors', loadVendors);
  return vendorsNow();
}

async function loadVendors(): Promise<() => ModelVendors | undefined> {
  const { prepareFramework, vendorsOf } = await import('./vendors.ts');
  prepareFramework();
  const vendorsNow = await vendorsOf(env());
  const vendors = vendorsNow();
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
  return vendorsNow;
}
