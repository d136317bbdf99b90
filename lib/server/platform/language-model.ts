import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { type Env, env } from './env.ts';
import { type ChatBody, type ModelVendor, openAiBaseUrl, postChat } from './model-request.ts';

const chatBody: z.ZodType<ChatBody> = z.looseObject({ model: z.string(), messages: z.array(z.unknown()) });

type ModelSettings = Pick<
  Env,
  | 'LLM_MODEL'
  | 'OPENAI_API_KEY'
  | 'OPENAI_BASE_URL'
  | 'LLM_FALLBACKS'
  | 'LLM_REASONING'
  | 'LLM_PRICE_IN'
  | 'LLM_PRICE_OUT'
>;

/** The configured language models in the order in which they are asked; none if LLM_MODEL is not set. */
export function modelVendors({
  LLM_MODEL,
  OPENAI_API_KEY,
  OPENAI_BASE_URL,
  LLM_FALLBACKS = [],
  LLM_REASONING,
  LLM_PRICE_IN,
  LLM_PRICE_OUT,
}: ModelSettings): ModelVendor[] {
  if (LLM_MODEL === undefined) return [];
  const prices = { priceIn: LLM_PRICE_IN, priceOut: LLM_PRICE_OUT };
  const server = { baseUrl: OPENAI_BASE_URL ?? openAiBaseUrl, apiKey: OPENAI_API_KEY };
  // A fallback without a server of its own is another model of the first one's; one without a price costs what the first one does.
  return [
    { model: LLM_MODEL, reasoning: LLM_REASONING, ...server, ...prices },
    ...LLM_FALLBACKS.map((each) => ({ ...(each.baseUrl === undefined && server), ...prices, ...each })),
  ];
}

/** The model that plays visitors and judges evaluations, if one is set: a fallback, or another one of the first model's server. */
export function evaluationVendor(settings: ModelSettings & Pick<Env, 'EVAL_MODEL'>): ModelVendor | undefined {
  const { EVAL_MODEL: model, OPENAI_BASE_URL, OPENAI_API_KEY: apiKey } = settings;
  if (model === undefined) return undefined;
  const known = modelVendors(settings).find((vendor) => vendor.model === model);
  return known ?? { model, baseUrl: OPENAI_BASE_URL ?? openAiBaseUrl, apiKey };
}

/** The same models for text outside of calls, in the same order. */
export function languageModels(): LanguageModel[] {
  return modelVendors(env()).map((vendor) => languageModel(vendor));
}

export function languageModel(vendor: ModelVendor): LanguageModel {
  return createOpenAICompatible({
    name: 'llm',
    baseURL: vendor.baseUrl ?? openAiBaseUrl,
    fetch: (_url, init) =>
      postChat(vendor, chatBody.parse(JSON.parse(String(init?.body))), init?.signal ?? undefined),
  })(vendor.model);
}

/** The model's name at its vendor. */
export function modelName(model: LanguageModel): string {
  return typeof model === 'string' ? model : model.modelId;
}
