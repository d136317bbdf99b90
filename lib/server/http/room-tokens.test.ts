import { AccessToken } from 'livekit-server-sdk';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testKeys } from '../testing/server.ts';
import { holdsRoomToken, visitorToken } from './room-tokens.ts';

const room = 'chat-1800000000000-abcdefghijkl';
const dayMs = 24 * 3600 * 1000;
const provesRoom = (token: string, requestedRoom: string | null = room) =>
  holdsRoomToken(new Headers({ authorization: `Bearer ${token}` }), requestedRoom);

beforeAll(() => {
  Object.assign(process.env, testKeys);
});
afterEach(() => {
  vi.useRealTimers();
});

test('a room token proves its room for as long as a browser keeps a recording', async () => {
  const token = await visitorToken(room);
  expect(await provesRoom(token)).toBe(true);
  vi.useFakeTimers({ now: Date.now() + 14 * dayMs });
  expect(await provesRoom(token)).toBe(true);
  vi.useFakeTimers({ now: Date.now() + 2 * dayMs });
  expect(await provesRoom(token)).toBe(false);
});

test('another, a missing or a forged token proves nothing', async () => {
  const token = await visitorToken(room);
  expect(await provesRoom(token, 'chat-1800000000000-another00000')).toBe(false);
  expect(await provesRoom(token, null)).toBe(false);
  expect(await holdsRoomToken(new Headers(), room)).toBe(false);
  const forged = new AccessToken(testKeys.LIVEKIT_API_KEY, 'another-secret-of-more-than-32-characters', {
    identity: 'visitor-1',
  });
  forged.addGrant({ roomJoin: true, room });
  expect(await provesRoom(await forged.toJwt())).toBe(false);
});

test('the agent of a room is not its visitor', async () => {
  const agent = new AccessToken(testKeys.LIVEKIT_API_KEY, testKeys.LIVEKIT_API_SECRET, {
    identity: 'agent-1',
  });
  agent.addGrant({ roomJoin: true, room });
  expect(await provesRoom(await agent.toJwt())).toBe(false);
});
