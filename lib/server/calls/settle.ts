import { RoomServiceClient } from 'livekit-server-sdk';
import type { Call } from '../generated/prisma/client.ts';
import type { Attempt } from '../platform/attempt.ts';
import { queueProcessing } from '../leads/pipeline/process-lead.ts';
import { searchedText } from '../leads/repository.ts';
import { type Tx, db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import { type JobData, sendJob } from '../platform/queue.ts';
import { liveKit } from './livekit.ts';
import { lockRoom } from './room-lock.ts';

/** How often a call that has not been reported as ended is looked at. */
export const lookAgainS = 60;
/** How long a browser gets to send the recording before the call becomes a lead without one; a later one is attached to it. */
export const uploadGraceS = 20;
/** No call lasts so long: if LiveKit cannot be asked until then, the call counts as over. */
const longestCallMs = 2 * 3600 * 1000;

/**
 * The job that makes a lead of a call whose recording has not come, from what the server knows of it. A call that nobody
 * has reported as ended is over when its room is gone.
 */
export async function settleCall(attempt: Attempt<JobData['settle-call']>): Promise<void> {
  const { callId } = attempt.data;
  const call = await db().call.findUnique({
    where: { id: callId },
    include: { lead: { select: { id: true } } },
  });
  if (call === null || call.lead !== null) return;
  const over = call.endedAt !== null || !(await isAlive(call));
  await db().$transaction(async (tx) => {
    await attempt.complete(tx);
    if (over) await becomeLead(tx, call.room);
    else await sendJob(tx, 'settle-call', { callId }, { startAfter: lookAgainS });
  });
}

async function isAlive({ room, createdAt }: Call): Promise<boolean> {
  if (env().LIVEKIT_URL === undefined) return false;
  try {
    const { url, key, secret } = liveKit();
    const service = new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret, { requestTimeout: 5 });
    return (await service.listRooms([room])).length > 0;
  } catch (error) {
    log.warn('livekit_not_asked', { room }, error);
    return Date.now() - createdAt.getTime() < longestCallMs;
  }
}

/** Only a call that began becomes a lead, and only one that left a number to call back. */
async function becomeLead(tx: Tx, room: string): Promise<void> {
  await lockRoom(tx, room);
  const call = await tx.call.findUnique({
    where: { room },
    include: { lead: { select: { id: true } }, turns: { orderBy: { endedAt: 'desc' }, take: 1 } },
  });
  if (call === null || call.lead !== null) return;
  const { phone } = call;
  if (phone === null) return;
  const [lastTurn] = call.turns;
  const startedAt = call.startedAt ?? lastTurn?.startedAt;
  if (startedAt === undefined) return;
  const endedAt = call.endedAt ?? lastTurn?.endedAt ?? startedAt;
  if (call.endedAt === null) {
    await tx.call.update({ where: { room }, data: { endedAt, endReason: 'agent_failed' } });
  }
  const lead = await tx.lead.create({
    data: {
      room,
      phone,
      callId: call.id,
      language: call.language,
      browserHash: call.browserHash,
      searched: searchedText({ ...call, phone }),
      durationS: Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)),
    },
  });
  await queueProcessing(tx, lead.id);
}
