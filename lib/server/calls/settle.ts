import type { Call, CallEnd } from '../generated/prisma/client.ts';
import { longestCallS } from '../../contracts/limits.ts';
import { queueProcessing } from '../leads/process-lead.ts';
import { storeMissedCall, leadOfCall } from '../leads/call-leads.ts';
import { updateLead } from '../leads/lead-writes.ts';
import { type Tx, db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import { traceCall } from '../platform/telemetry.ts';
import { type JobData, type JobRun, sendJob } from '../platform/queue.ts';
import { roomService } from '../platform/livekit.ts';
import { lockRoom } from '../leads/room-lock.ts';

/** The interval at which an unfinished call is checked. */
export const settleIntervalS = 60;
/** How long a browser gets to send the recording before the call becomes a lead without one; a later one is attached to it. */
export const uploadGraceS = 20;
/**
 * The agent's end event may follow the recording by this long: returnWaitMs, 90 s of retries (flushMs in agent/call/call.ts), and
 * a margin.
 */
const endReportWithinMs = 120_000;

/** The job that ends a call without an end report once its room is gone, and makes its lead if no recording has come. */
export async function settleCall(run: JobRun<JobData['settle-call']>): Promise<void> {
  const { callId } = run.data;
  const call = await db().call.findUnique({
    where: { id: callId },
    include: { lead: { select: { audioKey: true, updatedAt: true, missed: true } } },
  });
  if (call === null || isSettled(call)) return;
  const isOver = call.endedAt !== null || !(isFresh(call.lead) || (await isAlive(call)));
  await db().$transaction(async (tx) => {
    await run.complete(tx);
    const isNowSettled = isOver && (await endCall(tx, call));
    if (!isNowSettled) await sendJob(tx, 'settle-call', { callId }, { startAfter: settleIntervalS });
  });
}

/** The lead of a call that no agent held is a missed call, also if the visitor has hung up. */
function isSettled(call: Call & { lead: { missed: boolean } | null }): boolean {
  const { endedAt, lead } = call;
  return endedAt !== null && lead !== null && (lead.missed || !isUnanswered(call));
}

/** True if the recording is so new that the agent's end event may still follow. */
function isFresh(lead: { audioKey: string | null; updatedAt: Date } | null): boolean {
  return lead !== null && lead.audioKey !== null && Date.now() - lead.updatedAt.getTime() < endReportWithinMs;
}

async function isAlive({ room, createdAt }: Call): Promise<boolean> {
  if (env().LIVEKIT_URL === undefined) return false;
  try {
    return (await roomService().listRooms([room])).length > 0;
  } catch (error) {
    log.warn('livekit_not_reached', { room }, error);
    return Date.now() - createdAt.getTime() < longestCallS * 1000;
  }
}

/**
 * Ends the call unless its end was reported. Makes its lead and queues the processing unless its recording has come.
 * @returns false if an agent has joined the call meanwhile
 */
async function endCall(tx: Tx, earlierCall: Call): Promise<boolean> {
  const { room } = earlierCall;
  await lockRoom(tx, room);
  const call = await tx.call.findUnique({
    where: { room },
    include: {
      lead: { select: { id: true, audioKey: true, missed: true } },
      turns: { orderBy: { endedAt: 'desc' }, take: 1 },
    },
  });
  if (call === null || isSettled(call)) return true;
  if (
    call.endedAt === null &&
    (call.agentJobId !== earlierCall.agentJobId ||
      (call.startedAt === null) !== (earlierCall.startedAt === null))
  )
    return false;
  const [lastTurn] = call.turns;
  const startedAt = call.startedAt ?? lastTurn?.startedAt ?? call.createdAt;
  const endedAt = call.endedAt ?? lastTurn?.endedAt ?? startedAt;
  if (call.endedAt === null) call.endReason = await endWithoutReport(tx, call, endedAt);
  if (call.lead !== null && call.lead.audioKey !== null) {
    // The lead's processing was queued when the recording came.
    if (isUnanswered(call)) await updateLead(tx, call.lead.id, { missed: true });
    return true;
  }
  const lead = await leadOfCall(tx, room);
  if (lead === null) {
    if (isUnanswered(call) && !call.trial) await storeMissedCall(call, call.createdAt, tx);
    return true;
  }
  await writeCallLength(tx, lead.id, startedAt, endedAt);
  await queueProcessing(tx, lead.id);
  return true;
}

/** A lead without a recording is as long as its call. */
export async function writeCallLength(tx: Tx, leadId: string, startedAt: Date, endedAt: Date): Promise<void> {
  const durationS = Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000));
  await updateLead(tx, leadId, { durationS });
}

/** True if no agent took the call, or the one that did failed before it met the visitor. */
function isUnanswered(call: Call): boolean {
  return call.startedAt === null && (call.agentJobId === null || call.endReason === 'agent_failed');
}

/** @returns the reason that was written */
async function endWithoutReport(tx: Tx, call: Call, endedAt: Date): Promise<CallEnd> {
  const { room, createdAt } = call;
  const reason = call.endReason ?? 'agent_failed';
  await tx.call.update({ where: { room }, data: { endedAt, endReason: reason } });
  if (isUnanswered({ ...call, endReason: reason })) log.warn('call_not_answered', { room });
  else log.info('call_ended', { room, reason });
  traceCall(room, [createdAt.getTime(), endedAt.getTime()], { reason });
  return reason;
}
