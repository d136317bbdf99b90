import { type Room, RoomEvent } from '@livekit/rtc-node';
import pRetry from 'p-retry';
import { restoreRoom } from '../../lib/server/calls/rooms.ts';
import { log } from '../../lib/server/platform/log.ts';

/** The browser stops looking for the media server at about this time. */
const giveUpMs = 30_000;
const waits = { minTimeout: 50, factor: 1.5, maxTimeout: 500, randomize: true };

/** Creates the call's room again after the media server restarted: the server forgets its rooms, and a token alone opens none. */
export function restoreOnReconnect(room: Room, name: string): void {
  let retries = new AbortController();
  const stop = () => retries.abort();
  room.on(RoomEvent.Reconnecting, () => {
    stop();
    retries = new AbortController();
    const { signal } = retries;
    const limits = { ...waits, retries: Infinity, maxRetryTime: giveUpMs, signal };
    pRetry(() => restoreRoom(name), limits).catch((cause: unknown) => {
      if (!signal.aborted) log.warn('room_not_restored', { room: name }, cause);
    });
  });
  room.on(RoomEvent.Reconnected, stop).on(RoomEvent.Disconnected, stop);
}
