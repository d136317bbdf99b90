import { randomInt } from 'node:crypto';
import { termsVersion } from '../../contracts/consent.ts';
import type { TurnMetrics } from '../../contracts/call-events.ts';
import { createRoomName } from '../../contracts/room.ts';

/** A new visitor who requests a new room. */
export function newVisitor() {
  return {
    room: createRoomName(),
    phone: `+99890${randomInt(1_000_000, 10_000_000)}`,
    language: 'uz' as const,
    browserHash: `browser-${randomInt(1e12)}`,
    addressHash: `address-${randomInt(1e12)}`,
    termsVersion,
  };
}

/** A turn of two seconds. It begins three seconds after the start of the turn before it. */
export function turn(
  index: number,
  callStartMs: number,
  words: { speaker: 'agent' | 'visitor'; text?: string; metrics?: TurnMetrics },
) {
  const startedAtMs = callStartMs + index * 3_000;
  return { type: 'turn' as const, index, startedAtMs, endedAtMs: startedAtMs + 2_000, ...words };
}
