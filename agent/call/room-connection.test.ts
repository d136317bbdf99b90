import { text } from 'node:stream/consumers';
import { Room, RoomEvent } from '@livekit/rtc-node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startLoopbackServer } from '../../lib/server/testing/loopback-server.ts';
import { testKeys } from '../../lib/server/testing/server.ts';
import { restoreWhileReconnecting } from './room-connection.ts';

const awayMs = 2_000;

it('a lost room is created again, with growing waits, until the media server answers or the room reconnects', async () => {
  const requests: { body: string; isAnswered: boolean }[] = [];
  const beganMs = performance.now();
  const { url, stop } = await startLoopbackServer(async (request, response) => {
    const isAnswered = performance.now() - beganMs > awayMs;
    requests.push({ body: await text(request), isAnswered });
    response.writeHead(isAnswered ? 200 : 503, { 'content-type': 'application/json' }).end('{}');
  });
  onTestFinished(stop);
  for (const [name, value] of Object.entries({ ...testKeys, LIVEKIT_URL: url })) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const lose = (name: string) => {
    const room = new Room();
    restoreWhileReconnecting(room, name);
    Reflect.apply(room.emit, room, [RoomEvent.Reconnecting]);
    return room;
  };
  const requestsFor = (name: string) => requests.filter(({ body }) => body.includes(name));

  const found = lose('found');
  Reflect.apply(found.emit, found, [RoomEvent.Reconnected]);
  lose('lost');
  await expect.poll(() => requestsFor('lost').at(-1)?.isAnswered).toBe(true);
  // A try every 10 ms would make 200.
  expect(requestsFor('lost').length).toBeLessThan(25);
  expect(requestsFor('found').length).toBeLessThan(2);
});
