import { ContinualGatheringPolicy, IceTransportType, type Room, RoomEvent } from '@livekit/rtc-node';
import pRetry from 'p-retry';
import { restoreRoom } from '../../lib/server/calls/rooms.ts';
import { log } from '../../lib/server/platform/log.ts';

/**
 * A server's network does not change in a call, so candidates are gathered once. With two peer connections, ten simultaneous
 * agents speak after 0.65 s, with one after 0.9 to 1.2 s.
 */
export const roomOptions = {
  autoSubscribe: true,
  dynacast: false,
  // The native SDK reads it, although the types lack it.
  singlePeerConnection: false,
  rtcConfig: {
    iceTransportType: IceTransportType.TRANSPORT_ALL,
    continualGatheringPolicy: ContinualGatheringPolicy.GATHER_ONCE,
    iceServers: [],
  },
};

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
