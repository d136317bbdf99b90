import { AccessToken, TokenVerifier } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { agentName } from '../../contracts/token.ts';
import { type RoomServer, startRoomServer } from '../testing/livekit-server.ts';
import { testKeys } from '../testing/server.ts';
import { openRoom, readDispatch, signDispatch } from './rooms.ts';
import { visitorToken } from '../http/room-tokens.ts';

const dispatch = {
  room: 'chat-1800000000000-abcdefghijkl',
  language: 'ru' as const,
  callbackUrl: 'https://preview.example',
};
let livekit: RoomServer;

beforeAll(async () => {
  livekit = await startRoomServer();
  Object.assign(process.env, testKeys, { LIVEKIT_URL: livekit.url });
});
afterAll(() => livekit.close());

test('the server creates the room, dispatches the agent with the address for its reports, and schedules a second offer', async () => {
  const scheduleLater = vi.fn();
  await openRoom(dispatch, scheduleLater);
  expect(scheduleLater).toHaveBeenCalledTimes(1);
  const [room] = livekit.createdRooms;
  expect(room).toMatchObject({ name: dispatch.room, agents: [{ agentName }] });
  expect(await readDispatch(room?.agents?.[0]?.metadata ?? '', dispatch.room)).toEqual(dispatch);
});

test('a room admits the visitor, two earlier connections of their page, and a listening operator', async () => {
  await openRoom(dispatch, vi.fn());
  expect(livekit.createdRooms.at(-1)).toMatchObject({ maxParticipants: 4 });
});

test('a visitor’s token carries no dispatch and creates no room', async () => {
  const verifier = new TokenVerifier(testKeys.LIVEKIT_API_KEY, testKeys.LIVEKIT_API_SECRET);
  const claims = await verifier.verify(await visitorToken(dispatch.room));
  expect(claims.roomConfig).toBeUndefined();
  expect(claims.video?.roomCreate).toBeUndefined();
  expect((claims.exp ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(120);
});

test('a dispatch of another key, another room or another day is refused, and so is a visitor’s token', async () => {
  const { room } = dispatch;
  const forged = new AccessToken(testKeys.LIVEKIT_API_KEY, 'another-secret-of-more-than-32-characters', {
    metadata: JSON.stringify(dispatch),
  });
  await expect(readDispatch(await forged.toJwt(), room)).rejects.toThrow();
  await expect(readDispatch(JSON.stringify(dispatch), room)).rejects.toThrow();
  await expect(readDispatch(await visitorToken(room), room)).rejects.toThrow();
  const { LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = testKeys;
  const participant = new AccessToken(key, secret, { identity: 'a', metadata: JSON.stringify(dispatch) });
  participant.addGrant({ roomJoin: true, room });
  await expect(readDispatch(await participant.toJwt(), room)).rejects.toThrow(/is no dispatch/);
  const signed = await signDispatch(dispatch);
  await expect(readDispatch(signed, 'chat-1800000000000-another00000')).rejects.toThrow(/is for room/);
  vi.useFakeTimers({ now: Date.now() + 24 * 3600 * 1000 });
  await expect(readDispatch(signed, room)).rejects.toThrow();
  vi.useRealTimers();
});

test('a failing media server is reported as unreachable', async () => {
  livekit.isFailing = true;
  await expect(openRoom(dispatch, vi.fn())).rejects.toMatchObject({ code: 'calls_unreachable', status: 503 });
  livekit.isFailing = false;
});
