import { expect, test } from '@playwright/test';
import { AgentDispatchClient } from 'livekit-server-sdk';
import { liveKit, roomService } from '../lib/server/platform/livekit.ts';
import { tokenRequest } from './support/api.ts';

test('a token alone calls no agent, and makes its room again for nobody', async ({ request }) => {
  const { url, key, secret } = liveKit();
  const http = url.replace(/^ws/, 'http');
  const rooms = roomService();
  const dispatches = new AgentDispatchClient(http, key, secret);
  const asked = { data: tokenRequest({}) };
  const answer = await request.post('/api/get-token', asked);
  expect((await request.post('/api/get-token', asked)).status()).toBe(200);
  const { token, roomName } = await answer.json();
  const mayJoin = async () => (await fetch(`${http}/rtc/validate?access_token=${token}`)).ok;

  await expect.poll(() => mayJoin()).toBe(true);
  await expect.poll(async () => (await dispatches.listDispatch(roomName)).length).toBe(1);
  const agents = async () => (await rooms.listParticipants(roomName)).length;
  await expect.poll(agents).toBe(1);

  await rooms.deleteRoom(roomName);
  await expect.poll(mayJoin).toBe(false);
  expect(await rooms.listRooms([roomName])).toEqual([]);
});
