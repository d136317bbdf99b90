import { setTimeout as delay } from 'node:timers/promises';
import { type Room, RoomEvent } from '@livekit/rtc-node';
import { restoreRoom } from '../../lib/server/calls/rooms.ts';

/** A browser that comes back and finds no room gives up: the agent has to create it first. */
const eagerRetryMs = 10;
const eagerForMs = 5_000;
const retryMs = 250;
/** The browser gives up looking for the media server at about this time. */
const giveUpMs = 30_000;

/** Lost rooms, and when each is given up, by performance.now(). */
const lost = new Map<string, number>();
let restoring = false;

/**
 * Creates the room of a call again after a restart of the media server, which has forgotten its rooms and lets nobody come back to
 * them.
 */
export function restoreOnReconnect(room: Room, name: string): void {
  const found = () => void lost.delete(name);
  room.on(RoomEvent.Reconnecting, () => {
    lost.set(name, performance.now() + giveUpMs);
    if (!restoring) void restoreLost();
  });
  room.on(RoomEvent.Reconnected, found).on(RoomEvent.Disconnected, found);
}

/** Restores one room at a time: while the server is away, one request finds it out for all. */
async function restoreLost(): Promise<void> {
  restoring = true;
  const sinceMs = performance.now();
  for (let [next] = lost; next !== undefined; [next] = lost) {
    const [name, untilMs] = next;
    const restored = await restoreRoom(name).then(
      () => true,
      () => false,
    );
    const nowMs = performance.now();
    if (restored || nowMs > untilMs) lost.delete(name);
    else await delay(nowMs - sinceMs < eagerForMs ? eagerRetryMs : retryMs);
  }
  restoring = false;
}
