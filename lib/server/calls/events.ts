import type { CallEvent, CallEventOf, Cost, TurnEvent } from '../../contracts/call-events.ts';
import { AppError } from '../../contracts/errors.ts';
import { db, type Tx } from '../platform/db.ts';
import { log } from '../platform/log.ts';
import { sendJob } from '../platform/queue.ts';
import { traceCall } from '../platform/telemetry.ts';
import { queueProcessing } from '../leads/process-lead.ts';
import { type NoteEvent, writeNotes, writeNotesToLead } from '../leads/notes.ts';
import { dropRecording } from '../leads/drop-recording.ts';
import { isRecordingRefused } from '../leads/refused-recording.ts';
import { lockRoom } from '../leads/room-lock.ts';
import { leadOfCall } from '../leads/call-leads.ts';
import { uploadGraceS, writeCallLength } from './settle.ts';

/**
 * Stores the agent's events of a call idempotently and in any order. The first note creates the lead, which is processed after the
 * call.
 * @throws AppError not_found if there is no such call
 */
export async function recordEvents(room: string, reported: CallEvent[], now = new Date()): Promise<void> {
  const events = onOurClock(reported, now.getTime());
  const result = await db().$transaction(async (tx) => {
    await lockRoom(tx, room);
    const call = await tx.call.findUnique({
      where: { room },
      select: { id: true, createdAt: true, endedAt: true, lead: { select: { id: true, audioKey: true } } },
    });
    if (call === null) throw new AppError('not_found', { detail: 'There is no such call.' });
    const { id } = call;
    const hasNewTurns = await writeTurns(
      tx,
      id,
      events.filter((event) => event.type === 'turn'),
    );
    let hasStarted = false;
    let hasEnded = false;
    for (const event of events) {
      if (event.type === 'started') hasStarted = (await markStarted(tx, id, event)) || hasStarted;
      if (event.type === 'ended') hasEnded = (await markEnded(tx, id, event)) || hasEnded;
    }
    const hasNewNotes = await writeNotes(tx, id, events.filter(isNote));
    const lead = call.lead ?? (hasNewNotes ? await leadOfCall(tx, room) : null);
    // Only new events delete: repeated ones must not delete the results of processing.
    if ((hasNewTurns || hasNewNotes) && (await isRecordingRefused(tx, id))) await dropRecording(tx, id);
    if (hasNewNotes) await writeNotesToLead(tx, id);
    if (lead !== null) {
      const isOver = hasEnded || call.endedAt !== null || lead.audioKey !== null;
      const hasChanged = hasNewTurns || hasNewNotes || hasEnded;
      // If the recording is still on its way, an earlier summary would be made again.
      const waitS = lead.audioKey === null && hasEnded ? uploadGraceS : 0;
      if (lead.audioKey === null && hasEnded) await writeReportedLength(tx, id, lead.id);
      if (isOver && hasChanged) await queueProcessing(tx, lead.id, waitS);
    } else if (hasEnded) await sendJob(tx, 'settle-call', { callId: id }, { startAfter: uploadGraceS });
    return { hasStarted, hasEnded, createdAt: call.createdAt };
  });
  if (result.hasStarted)
    log.info('call_started', { room, tookMs: now.getTime() - result.createdAt.getTime() });
  if (!result.hasEnded) return;
  const end = events.find((event) => event.type === 'ended');
  log.info('call_ended', { room, reason: end?.reason });
  traceCall(room, [result.createdAt.getTime(), now.getTime()], { reason: end?.reason ?? '' });
}

/** The agent's clock may be ahead of ours: nothing that it reports has happened after `nowMs`. The distances between events stay. */
function onOurClock(events: CallEvent[], nowMs: number): CallEvent[] {
  const latestMs = Math.max(...events.map(endOf).filter((atMs) => atMs !== undefined));
  const aheadMs = Math.max(0, latestMs - nowMs);
  return events.map((event) => {
    if (event.type === 'turn')
      return {
        ...event,
        startedAtMs: event.startedAtMs - aheadMs,
        endedAtMs: event.endedAtMs - aheadMs,
      };
    if (event.type === 'started' || event.type === 'ended') return { ...event, atMs: event.atMs - aheadMs };
    return event;
  });
}

/** When an event was over; undefined for a note, which has no time of its own. */
function endOf(event: CallEvent): number | undefined {
  if (event.type === 'turn') return event.endedAtMs;
  return event.type === 'started' || event.type === 'ended' ? event.atMs : undefined;
}

function isNote(event: CallEvent): event is NoteEvent {
  return ['answer', 'phone_corrected', 'call_back_at', 'hand_over', 'recording_refused'].includes(event.type);
}

async function writeTurns(tx: Tx, callId: string, turns: TurnEvent[]): Promise<boolean> {
  if (turns.length === 0) return false;
  const data = turns.map(({ index, speaker, startedAtMs, endedAtMs, text, topic, metrics }) => ({
    callId,
    index,
    speaker,
    startedAt: new Date(startedAtMs),
    endedAt: new Date(endedAtMs),
    text,
    topic,
    metrics,
  }));
  const { count } = await tx.turn.createMany({ data, skipDuplicates: true });
  return count > 0;
}

async function markStarted(tx: Tx, id: string, event: CallEventOf<'started'>): Promise<boolean> {
  const { count } = await tx.call.updateMany({
    where: { id, startedAt: null },
    data: { startedAt: new Date(event.atMs), planVersion: event.planVersion },
  });
  return count > 0;
}

/** The agent's report replaces the end that a job had to assume (settle.ts). Another reason for the end stays. */
async function markEnded(tx: Tx, id: string, event: CallEventOf<'ended'>): Promise<boolean> {
  const { reason, atMs, spent } = event;
  const open = { endReason: null, endedAt: null };
  const replaceable = reason === 'agent_failed' ? [open] : [open, { endReason: 'agent_failed' as const }];
  await tx.call.updateMany({ where: { id, OR: replaceable }, data: { endReason: reason, endedAt: null } });
  const { count } = await tx.call.updateMany({
    where: { id, endedAt: null },
    data: { endedAt: new Date(atMs) },
  });
  if (count > 0 && spent !== undefined) await addSpent(tx, id, spent);
  return count > 0;
}

async function writeReportedLength(tx: Tx, callId: string, leadId: string): Promise<void> {
  const { startedAt, endedAt } = await tx.call.findUniqueOrThrow({
    where: { id: callId },
    select: { startedAt: true, endedAt: true },
  });
  if (startedAt !== null && endedAt !== null) await writeCallLength(tx, leadId, startedAt, endedAt);
}

/** Adds the cost after the last turn to the sums that a trigger makes of the turns. */
async function addSpent(
  tx: Tx,
  id: string,
  { promptTokens, completionTokens, costUsd }: Cost,
): Promise<void> {
  const select = { promptTokens: true, outputTokens: true, costUsd: true } as const;
  const call = await tx.call.findUniqueOrThrow({ where: { id }, select });
  const sum = (current: number | null, added = 0) =>
    current === null && added === 0 ? null : (current ?? 0) + added;
  await tx.call.update({
    where: { id },
    data: {
      promptTokens: sum(call.promptTokens, promptTokens),
      outputTokens: sum(call.outputTokens, completionTokens),
      costUsd: sum(call.costUsd, costUsd),
    },
  });
}
