import { spentToday } from '../leads/day-budget.ts';
import { type Env, env } from '../platform/env.ts';
import { modelVendors } from '../language-models/configured-models.ts';
import { recognizers } from '../speech/stt.ts';
import { synthesizers } from '../speech/tts.ts';

/** True if the language model's daily budget is spent, so the script holds the next call. */
export async function isBudgetSpent(): Promise<boolean> {
  const { BUDGET_CALLS_PER_DAY: calls = Infinity, BUDGET_USD_PER_DAY: usd = Infinity } = env();
  if (calls === Infinity && usd === Infinity) return false;
  const spending = await spentToday();
  return spending.calls >= calls || spending.usd >= usd;
}

/** True if the daily budget in US dollars is spent: the script also takes over running calls. */
export async function isMoneySpent(): Promise<boolean> {
  const { BUDGET_USD_PER_DAY: usd } = env();
  return usd !== undefined && (await spentToday()).usd >= usd;
}

/** Recognisers of a call, in fallback order. */
function recognizerNames(settings: Env): string[] {
  return [settings.STT_STREAMING ?? [], ...recognizers(settings).map(({ name }) => name)].flat();
}

/** True if a language model holds the calls, which also needs a recogniser. */
export function agentUnderstands(settings: Env = env()): boolean {
  return modelVendors(settings).length > 0 && recognizerNames(settings).length > 0;
}

/** Describes in one sentence the model, recognisers, voices and plan of calls, for health. */
export function describeCalls(planVersion: string, settings: Env = env()): string {
  const models = modelVendors(settings).map(({ model }) => model);
  return [
    `Held by ${agentUnderstands(settings) ? `the language model ${models.join(', then ')}` : 'the scripted interview'}`,
    `heard by ${recognizerNames(settings).join(', then ') || 'nobody'}`,
    `spoken by ${synthesizers(settings)
      .map(({ name }) => name)
      .join(', then ')}`,
    `plan ${planVersion}.`,
  ].join('; ');
}
