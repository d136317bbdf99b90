import { log } from '../platform/log.ts';
import { db } from '../platform/db.ts';
import { closeRoom } from '../platform/livekit.ts';
import { type CallOwnership, ownCall } from '../leads/own-call.ts';
import { lockRoom } from '../leads/room-lock.ts';

/**
 * Ends a call whose visitor left before the agent met them. LiveKit reports only departures after the agent's arrival, so the
 * agent would wait for this visitor.
 * @throws AppError not_found; forbidden if the call is another browser's
 */
export async function hangUp(room: string, ownership: CallOwnership): Promise<void> {
  await ownCall(room, ownership);
  // The agent's later claim is refused. An agent that has met the visitor has seen them leave, and reports the end itself.
  const [endedCall] = await db().$transaction(async (tx) => {
    await lockRoom(tx, room);
    return tx.call.updateManyAndReturn({
      where: { room, startedAt: null, endedAt: null },
      data: { endedAt: new Date(), endReason: 'visitor_left' },
      select: { agentJobId: true },
    });
  });
  if (endedCall === undefined) return;
  log.info('call_hung_up', { room });
  // Otherwise the agent would wait for some seconds.
  if (endedCall.agentJobId !== null) await closeRoom(room);
}
