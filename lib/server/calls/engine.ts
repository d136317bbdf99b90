import { tashkentMidnight } from '../../time.ts';
import { db } from '../platform/db.ts';
import { type Env, env } from '../platform/env.ts';
import { modelVendors } from '../platform/configured-models.ts';
import { recognizers } from '../speech/stt.ts';
import { synthesizers } from '../speech/tts.ts';

/** Today's cost (Tashkent) of calls held by the language model, those under way included. */
async function spentToday(): Promise<{ calls: number; usd: number }> {
  const { _count, _sum } = await db().call.aggregate({
    where: {
      scripted: false,
      createdAt: { gte: tashkentMidnight(Date.now()) },
      OR: [{ startedAt: { not: null } }, { endedAt: null }],
    },
    _count: true,
    _sum: { costUsd: true },
  });
  return { calls: _count, usd: _sum.costUsd ?? 0 };
}

/** Whether the language model's budget of the day is spent, so that the script has to hold the next call. */
export async function isBudgetSpent(): Promise<boolean> {
  const { BUDGET_CALLS_PER_DAY: calls = Infinity, BUDGET_USD_PER_DAY: usd = Infinity } = env();
  if (calls === Infinity && usd === Infinity) return false;
  const spent = await spentToday();
  return spent.calls >= calls || spent.usd >= usd;
}

/** Whether the day's money is spent: in the calls under way the script goes on. */
export async function isMoneySpent(): Promise<boolean> {
  const { BUDGET_USD_PER_DAY: usd } = env();
  return usd !== undefined && (await spentToday()).usd >= usd;
}

/** Recognisers of a call, in fallback order. */
function hearing(settings: Env): string[] {
  return [settings.STT_STREAMING ?? [], ...recognizers(settings).map(({ name }) => name)].flat();
}

/** Whether a language model holds the calls, and somebody recognises speech for it; else the script does. */
export function agentUnderstands(settings: Env = env()): boolean {
  return modelVendors(settings).length > 0 && hearing(settings).length > 0;
}

/** One sentence for health: the language model, recognisers and voices of calls under these settings, and the plan's version. */
export function callsInUse(planVersion: string, settings: Env = env()): string {
  const models = modelVendors(settings).map(({ model }) => model);
  return [
    `Held by ${agentUnderstands(settings) ? `the language model ${models.join(', then ')}` : 'the scripted interview'}`,
    `heard by ${hearing(settings).join(', then ') || 'nobody'}`,
    `spoken by ${synthesizers(settings)
      .map(({ name }) => name)
      .join(', then ')}`,
    `plan ${planVersion}.`,
  ].join('; ');
}
