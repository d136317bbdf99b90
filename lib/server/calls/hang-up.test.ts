import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '../platform/db.ts';
import { newVisitor } from '../testing/calls.ts';
import { type RoomServer, startRoomServer } from '../testing/livekit-server.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { places, recordWorkerLoad } from './capacity.ts';
import { assignCallToWorker } from './claim.ts';
import { recordEvents } from './events.ts';
import { hangUp } from './hang-up.ts';
import { openCall } from './open.ts';

setUpEnvironment(testKeys);

let liveKit: RoomServer;
beforeAll(async () => {
  liveKit = await startRoomServer();
  process.env.LIVEKIT_URL = liveKit.url;
});
afterAll(() => liveKit.close());

beforeEach(async () => {
  await db().call.deleteMany();
  await recordWorkerLoad({ workerId: 'AW_1', maxJobs: 1, taken: 0 });
});

const freePlaces = async () => (await places()).free;
const claim = (room: string) => assignCallToWorker({ room, jobId: 'AJ_1', workerId: 'AW_1' });

async function openVisitorCall() {
  const visitor = newVisitor();
  await openCall(visitor);
  liveKit.rooms.add(visitor.room);
  expect(await freePlaces()).toBe(0);
  return { room: visitor.room, ownership: { browserHash: visitor.browserHash, holdsRoomToken: false } };
}

test('a call that its visitor ends before an agent joins takes no place and gets no agent', async () => {
  const { room, ownership } = await openVisitorCall();
  await hangUp(room, ownership);
  expect(await freePlaces()).toBe(1);
  await expect(claim(room)).rejects.toMatchObject({ code: 'call_ended' });
});

test('if the visitor hangs up before the agent begins, the room is deleted and its place is free', async () => {
  const { room, ownership } = await openVisitorCall();
  await claim(room);
  await hangUp(room, ownership);
  expect([...liveKit.rooms]).not.toContain(room);
  expect(await freePlaces()).toBe(1);
});

test('a call that the agent has begun is ended only by the agent', async () => {
  const { room, ownership } = await openVisitorCall();
  await claim(room);
  await recordEvents(room, [{ type: 'started', atMs: Date.now() }]);
  await hangUp(room, ownership);
  expect([...liveKit.rooms]).toContain(room);
  expect(await db().call.findUniqueOrThrow({ where: { room } })).toMatchObject({ endedAt: null });
});

test('only the browser of a call may hang up', async () => {
  const { room } = await openVisitorCall();
  const other = { browserHash: newVisitor().browserHash, holdsRoomToken: false };
  await expect(hangUp(room, other)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(hangUp('chat-1', other)).rejects.toMatchObject({ code: 'not_found' });
  expect(await freePlaces()).toBe(0);
});
