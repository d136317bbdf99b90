import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { tryModel } from '../../lib/server/office/model-trial.ts';
import { firstTokenLimitMs } from '../../lib/server/language-models/chat-stream.ts';
import type { ModelVendor } from '../../lib/server/language-models/model-request.ts';
import { LanguageModel, type ModelUse } from '../models/language-model.ts';
import type { Models } from './evaluate.ts';
import type { SimulatedOutcome } from './simulated-conversation.ts';

/** Limits of a model that plays or judges. It may be slower than an agent's model in a call. */
const slowLimits = { firstTokenMs: 30_000, stallMs: 30_000, maxChars: 8_000 };

/** @param onUse called for each request to the other model. The agent's own use is in the results. */
export function modelsOf(
  vendors: readonly ModelVendor[],
  other: ModelVendor | undefined,
  onUse: (use: ModelUse) => void,
): Models {
  const agent = new LanguageModel(vendors);
  return other === undefined ? { agent } : { agent, other: new LanguageModel([other], slowLimits, onUse) };
}

/** Asks each model once, as a call does, and returns the first refusal. */
export async function refusalOf(
  vendors: readonly ModelVendor[],
  plan: InterviewPlan,
): Promise<SimulatedOutcome['failure']> {
  const [language = 'uz'] = plan.languages;
  const limitMs = firstTokenLimitMs(vendors.length);
  for (const vendor of vendors) {
    const { failure, firstTokenMs } = await tryModel(vendor, 'Salom!', { plan, language, limitMs });
    if (failure !== undefined && firstTokenMs === undefined) return { vendor: vendor.model, failure };
  }
  return undefined;
}
