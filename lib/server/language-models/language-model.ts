import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { modelVendors } from './configured-models.ts';
import { env } from '../platform/env.ts';
import { type ChatBody, type ModelVendor, postChat } from './model-request.ts';

const chatBody: z.ZodType<ChatBody> = z.looseObject({ model: z.string(), messages: z.array(z.unknown()) });

/** The configured models for text outside of calls, in order of fallback. */
export function languageModels(): LanguageModel[] {
  return modelVendors(env()).map((vendor) => languageModel(vendor));
}

export function languageModel(vendor: ModelVendor): LanguageModel {
  return createOpenAICompatible({
    name: 'llm',
    baseURL: vendor.baseUrl,
    fetch: (_url, init) =>
      postChat(vendor, chatBody.parse(JSON.parse(String(init?.body))), init?.signal ?? undefined),
  })(vendor.model);
}

/** The model's name at its vendor. */
export function modelName(model: LanguageModel): string {
  return typeof model === 'string' ? model : model.modelId;
}
