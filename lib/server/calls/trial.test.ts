import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { db } from '../platform/db.ts';
import { newVisitor } from '../testing/calls.ts';
import { type RoomServer, startRoomServer } from '../testing/livekit-server.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { readDispatch } from './rooms.ts';
import { openTrial } from './trial.ts';

let livekit: RoomServer;

beforeAll(async () => {
  livekit = await startRoomServer();
});
afterAll(() => livekit.close());

setUpEnvironment({ ...testKeys, BUDGET_CALLS_PER_DAY: '1' });

async function dispatchOf(room: string) {
  const created = livekit.createdRooms.find(({ name }) => name === room);
  return readDispatch(created?.agents?.[0]?.metadata ?? '', room);
}

test('a trial call uses the requested plan version, schedules a second offer, and uses the script once the day’s budget is spent', async () => {
  const scheduleLater = vi.fn();
  process.env.LIVEKIT_URL = livekit.url;
  const { room, language, browserHash, addressHash } = newVisitor();
  const opened = await openTrial(
    { room, language, browserHash, addressHash, planVersion: 'draft-3' },
    scheduleLater,
  );
  expect(scheduleLater).toHaveBeenCalledTimes(1);
  expect(opened).toMatchObject({ roomName: room });
  expect(await dispatchOf(room)).toMatchObject({
    language,
    planVersion: 'draft-3',
    scripted: false,
    trial: true,
  });
  expect(await db().call.findUniqueOrThrow({ where: { room } })).toMatchObject({ trial: true, phone: null });

  const next = newVisitor();
  await openTrial({ ...next, planVersion: undefined }, vi.fn());
  expect(await dispatchOf(next.room)).toMatchObject({ scripted: true });
});
