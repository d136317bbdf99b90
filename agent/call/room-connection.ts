import { ContinualGatheringPolicy, IceTransportType, type Room, RoomEvent } from '@livekit/rtc-node';
import pRetry from 'p-retry';
import { restoreRoom } from '../../lib/server/calls/rooms.ts';
import { log } from '../../lib/server/platform/log.ts';

/** A server's network does not change in a call, so candidates are gathered once. */
export const roomOptions = {
  autoSubscribe: true,
  dynacast: false,
  // With two connections, ten simultaneous agents speak after 0.65 s; with a single one, after 0.9 to 1.2 s. The types lack this option.
  singlePeerConnection: false,
  rtcConfig: {
    iceTransportType: IceTransportType.TRANSPORT_ALL,
    continualGatheringPolicy: ContinualGatheringPolicy.GATHER_ONCE,
    iceServers: [],
  },
};

const retryWithinMs = 30_000;
const waits = { minTimeout: 50, factor: 1.5, maxTimeout: 500, randomize: true };

/** Creates the room again whenever its connection is lost: a restarted media server has no rooms, and a token alone opens none. */
export function restoreWhileReconnecting(room: Room, name: string): void {
  let retryAbort = new AbortController();
  const stop = () => retryAbort.abort();
  room.on(RoomEvent.Reconnecting, () => {
    stop();
    retryAbort = new AbortController();
    const { signal } = retryAbort;
    const limits = { ...waits, retries: Infinity, maxRetryTime: retryWithinMs, signal };
    pRetry(() => restoreRoom(name), limits).catch((cause: unknown) => {
      if (!signal.aborted) log.warn('room_not_restored', { room: name }, cause);
    });
  });
  room.on(RoomEvent.Reconnected, stop).on(RoomEvent.Disconnected, stop);
}
