import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { type Env, env } from './env.ts';

const defaultBaseUrl = 'https://api.openai.com/v1';

/** A language model behind any server that speaks OpenAI's chat completions. */
export interface ModelVendor {
  model: string;
  baseUrl?: string;
  apiKey?: string;
}

/** The configured language models in the order in which they are asked; none if LLM_MODEL is not set. */
export function modelVendors({
  LLM_MODEL,
  OPENAI_API_KEY,
  OPENAI_BASE_URL,
  LLM_FALLBACKS = [],
}: Pick<Env, 'LLM_MODEL' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'LLM_FALLBACKS'>): ModelVendor[] {
  if (LLM_MODEL === undefined) return [];
  const first = { model: LLM_MODEL, baseUrl: OPENAI_BASE_URL ?? defaultBaseUrl, apiKey: OPENAI_API_KEY };
  // A fallback without a server of its own is another model of the first one's.
  return [first, ...LLM_FALLBACKS.map((each) => (each.baseUrl === undefined ? { ...first, ...each } : each))];
}

/** The same models for text outside of calls, in the same order. */
export function languageModels(): LanguageModel[] {
  return modelVendors(env()).map(({ model, baseUrl = defaultBaseUrl, apiKey }) =>
    createOpenAICompatible({ name: 'llm', baseURL: baseUrl, apiKey })(model),
  );
}
