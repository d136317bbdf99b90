import { chosenModel, vendorOf } from './chosen-model.ts';
import type { Env } from '../platform/env.ts';
import { type ModelVendor, openAiBaseUrl } from './model-request.ts';

/** The default server of models. The OpenAI key is sent only to OPENAI_BASE_URL, which is OpenAI's server by default. */
function serverOf({ LLM_BASE_URL, OPENAI_BASE_URL, OPENAI_API_KEY }: Env) {
  if (LLM_BASE_URL !== undefined) return { baseUrl: LLM_BASE_URL };
  return { baseUrl: OPENAI_BASE_URL ?? openAiBaseUrl, apiKey: OPENAI_API_KEY };
}

/** The language models in order of fallback: LLM_MODEL and LLM_FALLBACKS, else the one that the office chose. */
export function modelVendors(settings: Env): ModelVendor[] {
  const { LLM_MODEL, LLM_FALLBACKS = [], LLM_REASONING, LLM_PRICE_IN, LLM_PRICE_OUT } = settings;
  if (LLM_MODEL === undefined) {
    const chosen = chosenModel(settings.DATA_DIR);
    return chosen === undefined ? [] : [vendorOf(chosen)];
  }
  const prices = { priceIn: LLM_PRICE_IN, priceOut: LLM_PRICE_OUT };
  const server = serverOf(settings);
  // A fallback without a server uses the first model's server; one without a price has the first one's price.
  return [
    { model: LLM_MODEL, reasoning: LLM_REASONING, ...server, ...prices },
    ...LLM_FALLBACKS.map(({ baseUrl, ...each }) => ({
      ...(baseUrl === undefined ? server : { baseUrl }),
      ...prices,
      ...each,
    })),
  ];
}

/** The model that plays visitors and judges evaluations, if set: a configured one, or another model of the default server. */
export function evaluationVendor(settings: Env): ModelVendor | undefined {
  const { EVAL_MODEL: model } = settings;
  if (model === undefined) return undefined;
  const configuredVendor = modelVendors(settings).find((vendor) => vendor.model === model);
  return configuredVendor ?? { model, ...serverOf(settings) };
}
