import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../time.ts';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { deleteCall, deleteLeads } from '../leads/delete-leads.ts';
import { isMoneySpent } from './engine.ts';
import { recordEvents } from './events.ts';
import { openCall } from './open.ts';

setUpEnvironment();

beforeEach(async () => {
  await db().call.deleteMany();
  await db().deletedRoom.deleteMany();
});
afterEach(() => setBudget({}));

function setBudget({ calls, usd }: { calls?: number; usd?: number }): void {
  Object.assign(env(), { BUDGET_CALLS_PER_DAY: calls, BUDGET_USD_PER_DAY: usd });
}

async function openVisitorCall(): Promise<{ room: string; scripted: boolean }> {
  const visitor = newVisitor();
  return { room: visitor.room, ...(await openCall(visitor)) };
}

async function openCallCosting(costUsd: number): Promise<{ room: string; scripted: boolean }> {
  const { room, scripted } = await openVisitorCall();
  const startMs = Date.now() - 10_000;
  await recordEvents(room, [
    { type: 'started', atMs: startMs },
    turn(0, startMs, { speaker: 'agent', metrics: { engine: 'model', costUsd } }),
  ]);
  return { room, scripted };
}

test('without a budget every call uses the language model', async () => {
  await openCallCosting(1_000);
  expect(await openVisitorCall()).toMatchObject({ scripted: false });
});

test("after the day's number of calls, the next ones use the script", async () => {
  setBudget({ calls: 2 });
  const calls = [
    await openCallCosting(0),
    await openVisitorCall(),
    await openVisitorCall(),
    await openVisitorCall(),
  ];
  expect(calls.map(({ scripted }) => scripted)).toEqual([false, false, true, true]);
  // A call that ends before its agent begins does not count.
  await db().call.update({ where: { room: calls[1]?.room ?? '' }, data: { endedAt: new Date() } });
  expect(await openVisitorCall()).toMatchObject({ scripted: false });
});

test('the day’s budget is spent once turns and ended calls have cost it', async () => {
  const { room: first } = await openCallCosting(0.3);
  expect(await isMoneySpent()).toBe(false);
  setBudget({ usd: 0.5 });
  expect(await isMoneySpent()).toBe(false);
  await openCallCosting(0.15);
  // The cost after the last turn is reported with the end. A repeated end counts once.
  const ended = { type: 'ended', atMs: Date.now(), reason: 'visitor_left', spent: { costUsd: 0.1 } } as const;
  await recordEvents(first, [ended]);
  await recordEvents(first, [ended]);
  expect(await isMoneySpent()).toBe(true);
  expect(await db().call.findUnique({ where: { room: first } })).toMatchObject({ costUsd: 0.4 });
});

test('the day’s costs include running calls, and exclude yesterday', async () => {
  setBudget({ usd: 0.5 });
  const { room: first } = await openCallCosting(0.3);
  expect(await openCallCosting(0.2)).toMatchObject({ scripted: false });
  expect(await openVisitorCall()).toMatchObject({ scripted: true });
  await db().call.update({
    where: { room: first },
    data: { createdAt: new Date(Date.now() - dayMs) },
  });
  expect(await openVisitorCall()).toMatchObject({ scripted: false });
});

test('a deleted call still counts towards the day’s budget', async () => {
  const { room: first } = await openCallCosting(0.3);
  await deleteCall(first, { browserHash: undefined, holdsRoomToken: true });
  const { room: second } = await openCallCosting(0.3);
  const { id: callId } = await db().call.findUniqueOrThrow({ where: { room: second } });
  const lead = await db().lead.create({ data: { phone: '+998901234567', room: second, callId } });
  setBudget({ usd: 0.5 });
  expect(await isMoneySpent()).toBe(true);
  await deleteLeads([lead.id]);
  expect(await isMoneySpent()).toBe(true);
  setBudget({ calls: 2 });
  expect(await openVisitorCall()).toMatchObject({ scripted: true });
  setBudget({ calls: 3 });
  expect(await openVisitorCall()).toMatchObject({ scripted: false });
});

test('deleting a call of yesterday, or one of the script, spends nothing of today’s budget', async () => {
  const { room: old } = await openCallCosting(0.6);
  await db().call.update({ where: { room: old }, data: { createdAt: new Date(Date.now() - dayMs) } });
  const { room: scripted } = await openCallCosting(0.6);
  await db().call.update({ where: { room: scripted }, data: { scripted: true } });
  for (const room of [old, scripted])
    await deleteCall(room, { browserHash: undefined, holdsRoomToken: true });
  setBudget({ usd: 0.5, calls: 1 });
  expect(await openVisitorCall()).toMatchObject({ scripted: false });
});
