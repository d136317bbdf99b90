import { longestCallS } from '../../contracts/limits.ts';
import type { LiveCalls } from '../../contracts/office.ts';
import { listeningSince } from '../../contracts/consent.ts';
import { AppError } from '../../contracts/errors.ts';
import { closedByOffice, type TokenResponse, visitorIdentityPrefix } from '../../contracts/token.ts';
import { isNotFound, liveKit, roomService, webSocketUrl, withLiveKitErrors } from '../platform/livekit.ts';
import { operatorToken } from '../http/room-tokens.ts';
import { recordListener } from '../http/sessions.ts';
import { db } from '../platform/db.ts';
import { log } from '../platform/log.ts';

/**
 * The calls whose room still exists in LiveKit, with their turns so far.
 * @throws AppError calls_unavailable, calls_unreachable
 */
export async function liveCalls(): Promise<LiveCalls> {
  const calls = await db().call.findMany({
    where: {
      endedAt: null,
      startedAt: { not: null },
      trial: false,
      createdAt: { gt: new Date(Date.now() - longestCallS * 1000) },
    },
    orderBy: { startedAt: 'asc' },
    select: {
      room: true,
      phone: true,
      language: true,
      startedAt: true,
      termsVersion: true,
      turns: { orderBy: { index: 'asc' }, select: { index: true, speaker: true, text: true } },
    },
  });
  if (calls.length === 0) return { calls: [] };
  const rooms = await withLiveKitErrors(roomService().listRooms(calls.map(({ room }) => room)));
  const openRooms = new Set(rooms.map(({ name }) => name));
  return {
    calls: calls.flatMap(({ startedAt, termsVersion, ...call }) =>
      startedAt !== null && openRooms.has(call.room)
        ? [{ ...call, startedAt: startedAt.toISOString(), mayListen: announcesListening(termsVersion) }]
        : [],
    ),
  };
}

/**
 * Ends a call as the agent does, by closing its room. Idempotent.
 * @throws AppError calls_unavailable, calls_unreachable
 */
export async function endCall(room: string): Promise<void> {
  const rooms = roomService();
  // Written first, because the agent reports at once that the visitor left, and the first reason wins.
  const notEnded = { room, endedAt: null };
  await db().call.updateMany({ where: notEnded, data: { endReason: 'operator_ended' } });
  try {
    // Publishes to the visitor's page why its room closes.
    await withLiveKitErrors(rooms.updateRoomMetadata(room, closedByOffice));
    await withLiveKitErrors(rooms.deleteRoom(room));
  } catch (error) {
    if (isNotFound(error)) return;
    await db().call.updateMany({ where: notEnded, data: { endReason: null } });
    throw error;
  }
}

/**
 * A token to listen in on a call until the session ends. Requires the visitor's consent to listening.
 * @throws AppError not_found, forbidden, calls_unavailable, calls_unreachable
 */
export async function listenIn(room: string, headers: Headers): Promise<TokenResponse> {
  const call = await db().call.findUnique({ where: { room }, select: { termsVersion: true, endedAt: true } });
  if (call === null || call.endedAt !== null) throw new AppError('not_found');
  if (!announcesListening(call.termsVersion)) throw new AppError('forbidden');
  await freeSeat(room);
  log.info('listen_in_started', { room });
  const token = await operatorToken(room, await recordListener(headers, room));
  return { token, roomName: room, serverUrl: webSocketUrl(liveKit().url) };
}

/** The visitor's stale connections may fill the room: removes all but the two newest for the operator. */
async function freeSeat(room: string): Promise<void> {
  const rooms = roomService();
  const participants = await withLiveKitErrors(rooms.listParticipants(room)).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const visitors = participants
    .filter(({ identity }) => identity.startsWith(visitorIdentityPrefix))
    .toSorted((a, b) => Number(b.joinedAtMs - a.joinedAtMs));
  const removals = visitors.slice(2).map(({ identity }) => rooms.removeParticipant(room, identity));
  await withLiveKitErrors(Promise.all(removals));
}

function announcesListening(termsVersion: string | null): boolean {
  return termsVersion !== null && termsVersion >= listeningSince;
}
