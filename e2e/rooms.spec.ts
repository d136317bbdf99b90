import { expect, test } from '@playwright/test';
import { RoomAgentDispatch } from 'livekit-server-sdk';
import { Worker } from '../agent/call/worker.ts';
import { offerAgain } from '../lib/server/calls/rooms.ts';
import { dispatchService, liveKit, roomService } from '../lib/server/platform/livekit.ts';
import { tokenRequest } from './support/api.ts';

test('two tokens for one room dispatch one agent, and the first token cannot reopen the ended room', async ({
  request,
}) => {
  const http = liveKit().url.replace(/^ws/, 'http');
  const rooms = roomService();
  const tokenForm = { data: tokenRequest({}) };
  const answer = await request.post('/api/get-token', tokenForm);
  expect((await request.post('/api/get-token', tokenForm)).status()).toBe(200);
  const { token, roomName } = await answer.json();
  const canJoin = async () => (await fetch(`${http}/rtc/validate?access_token=${token}`)).ok;

  await expect.poll(() => canJoin()).toBe(true);
  await expect.poll(async () => (await dispatchService().listDispatch(roomName)).length).toBe(1);
  const participantCount = async () => (await rooms.listParticipants(roomName)).length;
  await expect.poll(participantCount).toBe(1);

  await rooms.deleteRoom(roomName);
  await expect.poll(canJoin).toBe(false);
  expect(await rooms.listRooms([roomName])).toEqual([]);
});

test('LiveKit gives an agent to as many calls as the worker has places', async () => {
  const places = 4;
  const agentName = `places-${Date.now()}`;
  const { dispatches, stop } = await startWorker(agentName, places);
  const service = roomService();
  const names = Array.from({ length: places }, (_, index) => `${agentName}-${index}`);
  try {
    const agents = [new RoomAgentDispatch({ agentName })];
    for (const [index, name] of names.entries()) {
      await service.createRoom({ name, emptyTimeout: 30, agents });
      await expect.poll(() => dispatches).toHaveLength(index + 1);
    }
  } finally {
    await Promise.all(names.map((name) => service.deleteRoom(name)));
    await stop();
  }
});

test('a call that no agent takes at first is offered again, and a taken one is not', async () => {
  const room = `late-${Date.now()}`;
  const agentName = room;
  const service = roomService();
  const agents = [new RoomAgentDispatch({ agentName, metadata: 'signed' })];
  await service.createRoom({ name: room, emptyTimeout: 60, agents });
  const offer = offerAgain(room);
  const { dispatches, stop } = await startWorker(agentName, 2);
  try {
    await offer;
    await expect.poll(() => dispatches).toEqual([{ room, metadata: 'signed' }]);
    await offerAgain(room);
    expect(await dispatchService().listDispatch(room)).toHaveLength(2);
  } finally {
    await service.deleteRoom(room);
    await stop();
  }
});

/** Registers a worker whose calls end when it is stopped. */
async function startWorker(agentName: string, places: number) {
  const dispatches: { room: string; metadata: string }[] = [];
  const { promise: registered, resolve } = Promise.withResolvers<void>();
  const worker = new Worker({
    ...liveKit(),
    agentName,
    maxJobs: places,
    run: ({ room, metadata }, signal) =>
      new Promise((end) => {
        dispatches.push({ room, metadata });
        signal.addEventListener('abort', () => end());
      }),
    onLoad: () => {
      if (worker.id !== undefined) resolve();
    },
  });
  const workerRun = worker.run();
  await registered;
  return { dispatches, stop: () => worker.stop().then(() => workerRun) };
}

test('the set-up page joins a room with the agent and hears it', async ({ page }) => {
  await page.goto('/en/admin/setup');
  const calls = page.getByRole('listitem').filter({ hasText: 'Calls' });
  await calls.getByRole('button', { name: 'Join a room with the agent' }).click();
  await expect(calls).toContainText(/It works, .* “.*Hello/);
});
