import { tashkentMidnight } from '../../time.ts';
import { type Tx, db } from '../platform/db.ts';
import { env } from '../platform/env.ts';

/** What calls held by the language model come to today, in Tashkent. Those still going on count with what they have cost so far. */
async function spentToday(tx: Tx): Promise<{ calls: number; usd: number }> {
  const { _count, _sum } = await tx.call.aggregate({
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
export async function isBudgetSpent(tx: Tx): Promise<boolean> {
  const { BUDGET_CALLS_PER_DAY: calls = Infinity, BUDGET_USD_PER_DAY: usd = Infinity } = env();
  if (calls === Infinity && usd === Infinity) return false;
  const spent = await spentToday(tx);
  return spent.calls >= calls || spent.usd >= usd;
}

/** Whether the script holds the call of this room. */
export async function isScripted(room: string): Promise<boolean> {
  const call = await db().call.findUnique({ where: { room }, select: { scripted: true } });
  return call?.scripted === true;
}
