import { expect, test } from 'vitest';
import type { CallEvent } from '../../contracts/call-events.ts';
import { db } from '../platform/db.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { givenServer } from '../testing/server.ts';
import { recordEvents } from './events.ts';
import { openCall } from './open.ts';

givenServer();

async function openRoom(): Promise<string> {
  const visitor = newVisitor();
  await openCall(visitor);
  return visitor.room;
}

const callOf = (room: string) =>
  db().call.findUniqueOrThrow({ where: { room }, include: { turns: { orderBy: { index: 'asc' } } } });

function wholeCall(startMs: number): CallEvent[] {
  return [
    { type: 'started', atMs: startMs },
    turn(0, startMs, { speaker: 'agent', text: 'Salom!' }),
    turn(1, startMs, { speaker: 'visitor' }),
    turn(2, startMs, { speaker: 'agent', text: 'Xayr!' }),
    { type: 'ended', atMs: startMs + 9_000, reason: 'agent_closed' },
  ];
}

test('a call is the same whether its events come once, twice, backwards or all at once', async () => {
  const startMs = Date.now() - 60_000;
  const events = wholeCall(startMs);
  const orders = [events, [...events, ...events], events.toReversed()];
  for (const order of orders) {
    const room = await openRoom();
    for (const event of order) await recordEvents(room, [event]);
    expect(await callOf(room)).toMatchObject({
      startedAt: new Date(startMs),
      endedAt: new Date(startMs + 9_000),
      endReason: 'agent_closed',
      turns: [{ text: 'Salom!' }, { text: null, speaker: 'visitor' }, { text: 'Xayr!' }],
    });
  }
  const room = await openRoom();
  await Promise.all(events.flatMap((event) => [event, event]).map((event) => recordEvents(room, [event])));
  expect((await callOf(room)).turns).toHaveLength(3);
});

test('the first word on the end of a call counts', async () => {
  const room = await openRoom();
  const now = Date.now();
  await recordEvents(room, [{ type: 'ended', atMs: now - 1_000, reason: 'visitor_left' }]);
  await recordEvents(room, [{ type: 'ended', atMs: now, reason: 'agent_closed' }]);
  expect(await callOf(room)).toMatchObject({ endReason: 'visitor_left', endedAt: new Date(now - 1_000) });
});

test('an agent whose clock is ahead does not end a call in the future', async () => {
  const room = await openRoom();
  const now = new Date();
  await recordEvents(room, [{ type: 'ended', atMs: now.getTime() + 3_600_000, reason: 'agent_closed' }], now);
  expect((await callOf(room)).endedAt).toEqual(now);
});

test('what Postgres cannot keep in a text is left out of it', async () => {
  const room = await openRoom();
  await recordEvents(room, [turn(0, Date.now(), { speaker: 'agent', text: 'a\0b' })]);
  expect((await callOf(room)).turns[0]?.text).toBe('ab');
});

test('a room that was never asked for is not found', async () => {
  const { room } = newVisitor();
  await expect(recordEvents(room, wholeCall(Date.now()))).rejects.toMatchObject({ code: 'not_found' });
});
