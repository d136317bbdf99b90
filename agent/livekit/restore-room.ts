import { setTimeout as delay } from 'node:timers/promises';
import { type Room, RoomEvent } from '@livekit/rtc-node';
import { restoreRoom } from '../../lib/server/calls/rooms.ts';

const retryMs = 100;
/** The visitor's browser gives up looking for the room at about this time. */
const giveUpMs = 30_000;

/**
 * A media server that restarts has forgotten its rooms, and makes none for whoever comes back. The agent makes the room
 * of its call again, as soon as the server answers, so that both sides find it.
 */
export function restoreOnReconnect(room: Room, name: string): void {
  let pending: AbortController | undefined;
  const stop = () => pending?.abort();
  room.on(RoomEvent.Reconnecting, () => {
    stop();
    pending = new AbortController();
    void restore(name, AbortSignal.any([pending.signal, AbortSignal.timeout(giveUpMs)]));
  });
  room.on(RoomEvent.Reconnected, stop).on(RoomEvent.Disconnected, stop);
}

async function restore(name: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const restored = await restoreRoom(name).then(
      () => true,
      () => false,
    );
    if (restored) return;
    await delay(retryMs, undefined, { signal }).catch(() => undefined);
  }
}
