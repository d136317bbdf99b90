import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '../platform/db.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { recordEvents } from './events.ts';
import { openCall } from './open.ts';

setUpEnvironment();

const minuteMs = 60_000;

/** Reports that the agent closed a call in which the visitor had this many turns. */
async function closeByAgent(room: string, at = new Date(), turnCount = 2): Promise<void> {
  const turns = Array.from({ length: turnCount }, (_, index) =>
    turn(index, at.getTime() - minuteMs, { speaker: 'visitor' }),
  );
  await recordEvents(room, [...turns, { type: 'ended', atMs: at.getTime(), reason: 'agent_closed' }], at);
}

test('a call is stored with its visitor’s consent', async () => {
  const visitor = newVisitor();
  const now = new Date();
  await openCall(visitor, now);
  const call = await db().call.findUniqueOrThrow({ where: { room: visitor.room } });
  expect(call).toMatchObject({ ...visitor, agreedAt: now, startedAt: null, endedAt: null });
});

test('a room belongs to its first browser: only that one may request it again', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await expect(openCall(visitor)).resolves.toMatchObject({ claimed: false });
  const other = { ...newVisitor(), room: visitor.room };
  await expect(openCall(other)).rejects.toMatchObject({ code: 'room_taken', status: 409 });
});

test('if ten browsers request one room at once, one gets it', async () => {
  const { room } = newVisitor();
  const requests = Array.from({ length: 10 }, () => openCall({ ...newVisitor(), room }));
  const answers = await Promise.allSettled(requests);
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  expect(await db().call.count({ where: { room } })).toBe(1);
});

test('after the agent has closed a call, its browser and its number wait half an hour', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const closedAt = new Date();
  await closeByAgent(visitor.room, closedAt);

  const later = new Date(closedAt.getTime() + 10 * minuteMs);
  const refusal = { code: 'cooldown', status: 429, retryAfterS: 20 * 60 };
  const sameBrowser = { ...newVisitor(), browserHash: visitor.browserHash };
  const samePhone = { ...newVisitor(), phone: visitor.phone };
  await expect(openCall(sameBrowser, later)).rejects.toMatchObject(refusal);
  await expect(openCall(samePhone, later)).rejects.toMatchObject({
    code: 'number_cooldown',
    retryAfterS: 30 * 60,
  });
  await expect(openCall(newVisitor(), later)).resolves.toMatchObject({ claimed: false });

  const after = new Date(closedAt.getTime() + 30 * minuteMs);
  await expect(openCall(sameBrowser, after)).resolves.toMatchObject({ claimed: false });
  await expect(openCall(samePhone, after)).resolves.toMatchObject({ claimed: false });
});

test('a call without a turn of the visitor starts no cooldown', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await closeByAgent(visitor.room, new Date(), 0);
  await expect(openCall({ ...visitor, room: newVisitor().room })).resolves.toMatchObject({ claimed: false });
});

test('a call with a single turn of the visitor starts a cooldown of the browser, but not of the typed number', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await closeByAgent(visitor.room, new Date(), 1);
  await expect(openCall({ ...newVisitor(), phone: visitor.phone })).resolves.toMatchObject({
    claimed: false,
  });
  const sameBrowser = { ...newVisitor(), browserHash: visitor.browserHash };
  await expect(openCall(sameBrowser)).rejects.toMatchObject({ code: 'cooldown' });
});

test('a client that only follows the specification gets its room, with neither phone nor consent', async () => {
  const plain = { ...newVisitor(), room: `chat-${randomInt(1e12, 9e12)}`, phone: null, termsVersion: null };
  await openCall(plain);
  const call = await db().call.findUniqueOrThrow({ where: { room: plain.room } });
  expect(call).toMatchObject({ phone: null, termsVersion: null, agreedAt: null });
});

test('a call that the visitor ended, or the agent failed in, starts no cooldown', async () => {
  for (const reason of ['visitor_left', 'agent_failed'] as const) {
    const visitor = newVisitor();
    await openCall(visitor);
    await recordEvents(visitor.room, [{ type: 'ended', atMs: Date.now(), reason }]);
    await expect(openCall({ ...visitor, room: newVisitor().room })).resolves.toMatchObject({
      claimed: false,
    });
  }
});

test('a room whose call is over is not opened again', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await closeByAgent(visitor.room);
  await expect(openCall(visitor)).rejects.toMatchObject({ code: 'call_ended' });
});
