import { tashkentMidnight } from '../../time.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';

const midnight = () => tashkentMidnight(Date.now());

/** Selects today's calls with the language model, running ones included. A day is one of Tashkent. */
function spendingCalls(): Prisma.CallWhereInput {
  const isHeld = { OR: [{ startedAt: { not: null } }, { endedAt: null }] };
  return { scripted: false, createdAt: { gte: midnight() }, ...isHeld };
}

/** Today's number and cost of calls with the language model, deleted ones included. */
export async function spentToday(): Promise<{ calls: number; usd: number }> {
  const sums = { _count: true, _sum: { costUsd: true } } as const;
  const deleted = { costUsd: { not: null }, deletedAt: { gte: midnight() } };
  const [calls, deletedCalls] = await Promise.all([
    db().call.aggregate({ where: spendingCalls(), ...sums }),
    db().deletedRoom.aggregate({ where: deleted, ...sums }),
  ]);
  return {
    calls: calls._count + deletedCalls._count,
    usd: (calls._sum.costUsd ?? 0) + (deletedCalls._sum.costUsd ?? 0),
  };
}

/** Records that rooms are deleted, and what their calls have spent of today's budget. */
export async function recordDeletedRooms(tx: Tx, rooms: string[]): Promise<void> {
  const where = { room: { in: rooms }, ...spendingCalls() };
  const calls = await tx.call.findMany({ where, select: { room: true, costUsd: true } });
  const costs = new Map(calls.map(({ room, costUsd }) => [room, costUsd ?? 0]));
  const data = rooms.map((room) => ({ room, costUsd: costs.get(room) }));
  await tx.deletedRoom.createMany({ data, skipDuplicates: true });
}
