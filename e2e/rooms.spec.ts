import { expect, test } from '@playwright/test';
import { AgentDispatchClient, RoomAgentDispatch } from 'livekit-server-sdk';
import { Worker } from '../agent/call/worker.ts';
import { liveKit, roomService } from '../lib/server/platform/livekit.ts';
import { tokenRequest } from './support/api.ts';

test('two tokens of a room call one agent, and neither reopens the room after its end', async ({
  request,
}) => {
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

test('LiveKit gives an agent to as many calls as the worker has places', async () => {
  const places = 4;
  const agentName = `places-${Date.now()}`;
  const given = new Set<string>();
  const { promise: registered, resolve: onRegistered } = Promise.withResolvers<void>();
  const worker = new Worker({
    ...liveKit(),
    agentName,
    participant: (jobId) => ({ identity: jobId, name: 'Ovoz' }),
    maxJobs: places,
    run: ({ room }, signal) =>
      new Promise((resolve) => {
        given.add(room);
        signal.addEventListener('abort', () => resolve());
      }),
    onRegistered,
    onLoad: () => {},
  });
  const served = worker.run();
  await registered;
  const service = roomService();
  const names = Array.from({ length: places }, (_, index) => `${agentName}-${index}`);
  try {
    const agents = [new RoomAgentDispatch({ agentName })];
    for (const [held, name] of names.entries()) {
      await service.createRoom({ name, emptyTimeout: 30, agents });
      await expect.poll(() => given.size).toBe(held + 1);
    }
  } finally {
    await Promise.all(names.map((name) => service.deleteRoom(name)));
    await worker.stop();
    await served;
  }
});

test('the set-up page joins a room with the agent and hears it', async ({ page }) => {
  await page.goto('/en/admin/setup');
  const calls = page.getByRole('listitem').filter({ hasText: 'Calls' });
  await calls.getByRole('button', { name: 'Join a room with the agent' }).click();
  await expect(calls).toContainText(/It works, .* “.*Hello/, { timeout: 40_000 });
});
