import { afterAll, expect, test } from 'vitest';
import { db } from '../platform/db.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { startRoomServer } from '../testing/livekit-server.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { recordEvents } from '../calls/events.ts';
import { deleteCall, deleteLeads } from './delete-leads.ts';
import { openCall } from '../calls/open.ts';

const liveKit = await startRoomServer();
afterAll(() => liveKit.close());
setUpEnvironment({ ...testKeys, LIVEKIT_URL: liveKit.url });

async function createCallWithLead() {
  const visitor = newVisitor();
  await openCall(visitor);
  await recordEvents(visitor.room, [turn(0, Date.now(), { speaker: 'visitor', text: 'Salom' })]);
  const { id } = await db().call.findUniqueOrThrow({ where: { room: visitor.room } });
  const lead = await db().lead.create({ data: { phone: visitor.phone, room: visitor.room, callId: id } });
  return { visitor, lead };
}

test('a visitor deletes their call with its turns and its lead', async () => {
  const { visitor, lead } = await createCallWithLead();
  await deleteCall(visitor.room, { browserHash: visitor.browserHash, holdsRoomToken: false });
  expect(await db().lead.findUnique({ where: { id: lead.id } })).toBeNull();
  expect(await db().call.findUnique({ where: { room: visitor.room } })).toBeNull();
});

test('the office ends a running call by deleting its lead', async () => {
  const running = await createCallWithLead();
  const ended = await createCallWithLead();
  await recordEvents(ended.visitor.room, [{ type: 'ended', reason: 'visitor_left', atMs: Date.now() }]);
  for (const { visitor } of [running, ended]) liveKit.rooms.add(visitor.room);
  expect(await deleteLeads([running.lead.id, ended.lead.id])).toBe(2);
  expect([...liveKit.rooms]).toEqual([ended.visitor.room]);
});

test('a visitor who deletes their running call ends it', async () => {
  const { visitor } = await createCallWithLead();
  liveKit.rooms.add(visitor.room);
  await deleteCall(visitor.room, { browserHash: visitor.browserHash, holdsRoomToken: false });
  expect(liveKit.rooms.has(visitor.room)).toBe(false);
});

test('a deleted call without a lead leaves a record, so that its recording makes no lead', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await deleteCall(visitor.room, { browserHash: visitor.browserHash, holdsRoomToken: false });
  expect(await db().deletedRoom.count({ where: { room: visitor.room } })).toBe(1);
});

test('another browser deletes a call only with the room’s token', async () => {
  const { visitor, lead } = await createCallWithLead();
  const stranger = { browserHash: newVisitor().browserHash, holdsRoomToken: false };
  await expect(deleteCall(visitor.room, stranger)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(
    deleteCall(visitor.room, { browserHash: undefined, holdsRoomToken: false }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  expect(await db().lead.findUnique({ where: { id: lead.id } })).not.toBeNull();
  await deleteCall(visitor.room, { browserHash: undefined, holdsRoomToken: true });
  await expect(deleteCall(visitor.room, stranger)).rejects.toMatchObject({ code: 'not_found' });
});
