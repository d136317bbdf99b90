import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { type Env, env } from './env.ts';

const defaultBaseUrl = 'https://api.openai.com/v1';

/** A language model behind any server that speaks OpenAI's chat completions. */
export interface ModelVendor {
  model: string;
  baseUrl?: string;
  apiKey?: string;
  /** US dollars for a million tokens, where they are told. */
  priceIn?: number;
  priceOut?: number;
}

/** The configured language models in the order in which they are asked; none if LLM_MODEL is not set. */
export function modelVendors({
  LLM_MODEL,
  OPENAI_API_KEY,
  OPENAI_BASE_URL,
  LLM_FALLBACKS = [],
  LLM_PRICE_IN,
  LLM_PRICE_OUT,
}: Pick<
  Env,
  'LLM_MODEL' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'LLM_FALLBACKS' | 'LLM_PRICE_IN' | 'LLM_PRICE_OUT'
>): ModelVendor[] {
  if (LLM_MODEL === undefined) return [];
  const prices = { priceIn: LLM_PRICE_IN, priceOut: LLM_PRICE_OUT };
  const server = { baseUrl: OPENAI_BASE_URL ?? defaultBaseUrl, apiKey: OPENAI_API_KEY };
  // A fallback without a server of its own is another model of the first one's; one without a price costs what the first one does.
  return [
    { model: LLM_MODEL, ...server, ...prices },
    ...LLM_FALLBACKS.map((each) => ({ ...(each.baseUrl === undefined && server), ...prices, ...each })),
  ];
}

/** The same models for text outside of calls, in the same order. */
export function languageModels(): LanguageModel[] {
  return modelVendors(env()).map(({ model, baseUrl = defaultBaseUrl, apiKey }) =>
    createOpenAICompatible({ name: 'llm', baseURL: baseUrl, apiKey })(model),
  );
}
