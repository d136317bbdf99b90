import type { CallClaim } from '../../contracts/call-events.ts';
import { AppError } from '../../contracts/errors.ts';
import { db } from '../platform/db.ts';
import { refuseInCooldown } from './open.ts';
import { lockRoom } from '../leads/room-lock.ts';

/**
 * Assigns a call to the first agent job that asks. Idempotent for the same job.
 * @throws AppError not_found, call_ended, call_taken, or as refuseInCooldown
 */
export async function assignCallToWorker(
  { room, jobId, workerId }: CallClaim,
  now = new Date(),
): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockRoom(tx, room);
    const call = await tx.call.findUnique({ where: { room } });
    if (call === null) throw new AppError('not_found', { detail: 'There is no such call.' });
    if (call.endedAt !== null) throw new AppError('call_ended');
    if (call.agentJobId === jobId) return;
    if (call.agentJobId !== null) throw new AppError('call_taken');
    if (!call.trial) await refuseInCooldown(tx, call, now);
    await tx.call.update({ where: { room }, data: { agentJobId: jobId, workerId } });
  });
}
