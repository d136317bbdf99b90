import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { env } from './env.ts';

const defaultBaseUrl = 'https://api.openai.com/v1';

/** The configured language model, behind any server that speaks OpenAI's chat completions; null if LLM_MODEL is not set. */
export function languageModel(): LanguageModel | null {
  const { LLM_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL } = env();
  if (LLM_MODEL === undefined) return null;
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: OPENAI_BASE_URL ?? defaultBaseUrl,
    apiKey: OPENAI_API_KEY,
  });
  return provider(LLM_MODEL);
}
