import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRoomName } from '@/lib/contracts/room';
import { db } from '@/lib/server/platform/db';
import { type RoomServer, startRoomServer } from '@/lib/server/testing/livekit-server';
import { givenServer, testKeys } from '@/lib/server/testing/server';
import { POST } from './route';

const callsAtOnce = 4;
const places = 16;
givenServer({ ...testKeys, LIMIT_CALLS_AT_ONCE: String(callsAtOnce) });
let livekit: RoomServer;
beforeAll(async () => {
  livekit = await startRoomServer();
  process.env.LIVEKIT_URL = livekit.url;
  await db().agentWorker.create({ data: { id: 'AW_1', maxJobs: places, seenAt: new Date() } });
});
afterAll(() => livekit.close());

/** The status that a new browser at this address gets. */
async function askToken(address: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const body = JSON.stringify({ roomName: createRoomName(), participantName: 'User' });
  const asked = new Request('http://localhost/api/get-token', { method: 'POST', headers, body });
  return (await POST(asked, {})).status;
}

test('tokens that the networks of one IPv6 /48 do not use leave the lines to others', async () => {
  const answers: number[] = [];
  for (let network = 0; network < places; network++)
    answers.push(await askToken(`2001:db8:1:${network.toString(16)}::1`));
  expect(answers.filter((status) => status === 200)).toHaveLength(callsAtOnce);
  expect(answers.filter((status) => status === 429)).toHaveLength(places - callsAtOnce);
  expect(await askToken('2001:db8:2::1')).toBe(200);
  expect(await askToken('203.0.113.7')).toBe(200);
});
