import { setTimeout as delay } from 'node:timers/promises';
import { type Room, RoomEvent } from '@livekit/rtc-node';
import { restoreRoom } from '../../lib/server/calls/rooms.ts';

/** A browser that comes back before its room is told that there is none, and gives up: the agent has to be there first. */
const eagerRetryMs = 10;
const eagerForMs = 5_000;
const retryMs = 250;
/** The browser gives up looking for the media server at about this time. */
const giveUpMs = 30_000;

/** Rooms to be made again, and until when, by performance.now(). */
const lost = new Map<string, number>();
let restoring = false;

/**
 * A media server that restarts has forgotten its rooms, and makes none for whoever comes back. The agent makes the room
 * of its call again, as soon as the server answers, so that both sides find it.
 */
export function restoreOnReconnect(room: Room, name: string): void {
  const found = () => void lost.delete(name);
  room.on(RoomEvent.Reconnecting, () => {
    lost.set(name, performance.now() + giveUpMs);
    if (!restoring) void restoreLost();
  });
  room.on(RoomEvent.Reconnected, found).on(RoomEvent.Disconnected, found);
}

/** One room after the other: while the server is away, one of them asks for all. */
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
