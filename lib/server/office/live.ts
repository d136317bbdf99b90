import { RoomServiceClient, TwirpError } from 'livekit-server-sdk';
import type { LiveCalls } from '../../contracts/office.ts';
import { liveKit } from '../calls/livekit.ts';
import { db } from '../platform/db.ts';

/** Calls are closed long before; an older one was never reported as ended. */
const longestCallMs = 3600_000;

/**
 * The calls whose room LiveKit still has, with the turns told so far.
 * @throws AppError calls_unavailable
 */
export async function liveCalls(): Promise<LiveCalls> {
  const calls = await db().call.findMany({
    where: {
      endedAt: null,
      startedAt: { not: null },
      trial: false,
      createdAt: { gt: new Date(Date.now() - longestCallMs) },
    },
    orderBy: { startedAt: 'asc' },
    select: {
      room: true,
      phone: true,
      language: true,
      startedAt: true,
      turns: { orderBy: { index: 'asc' }, select: { index: true, speaker: true, text: true } },
    },
  });
  if (calls.length === 0) return { calls: [] };
  const rooms = await roomService().listRooms(calls.map(({ room }) => room));
  const alive = new Set(rooms.map(({ name }) => name));
  return {
    calls: calls.flatMap(({ startedAt, ...call }) =>
      startedAt !== null && alive.has(call.room) ? [{ ...call, startedAt: startedAt.toISOString() }] : [],
    ),
  };
}

/**
 * Ends a call as the agent does, by closing its room. Idempotent.
 * @throws AppError calls_unavailable
 */
export async function endCall(room: string): Promise<void> {
  try {
    await roomService().deleteRoom(room);
  } catch (error) {
    if (!(error instanceof TwirpError && error.code === 'not_found')) throw error;
  }
}

function roomService(): RoomServiceClient {
  const { url, key, secret } = liveKit();
  return new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret, { requestTimeout: 5 });
}
