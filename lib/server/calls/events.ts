import type { CallEvent, TurnEvent } from '../../contracts/call-events.ts';
import { AppError } from '../../contracts/errors.ts';
import { db, type Tx } from '../platform/db.ts';
import { sendJob } from '../platform/queue.ts';
import { queueProcessing } from '../leads/pipeline/process-lead.ts';
import { lockRoom } from './room-lock.ts';
import { uploadGraceS } from './settle.ts';

type EventOf<Type extends CallEvent['type']> = Extract<CallEvent, { type: Type }>;

/**
 * Keeps what the agent tells of a call. Each event may come again, and in any order: a turn is written once by its index,
 * and the first word on the start and on the end counts. A lead that is there already is described anew.
 * @throws AppError not_found if there is no such call
 */
export async function recordEvents(room: string, events: CallEvent[], now = new Date()): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockRoom(tx, room);
    const call = await tx.call.findUnique({
      where: { room },
      select: { id: true, lead: { select: { id: true } } },
    });
    if (call === null) throw new AppError('not_found', { detail: 'There is no such call.' });
    const { id, lead } = call;
    const told = await writeTurns(
      tx,
      id,
      events.filter((event) => event.type === 'turn'),
    );
    let ended = false;
    for (const event of events) {
      if (event.type === 'started') await markStarted(tx, id, event, now);
      if (event.type === 'ended') ended = (await markEnded(tx, id, event, now)) || ended;
    }
    if (lead !== null) {
      if (told || ended) await queueProcessing(tx, lead.id);
    } else if (ended) await sendJob(tx, 'settle-call', { callId: id }, { startAfter: uploadGraceS });
  });
}

async function writeTurns(tx: Tx, callId: string, turns: TurnEvent[]): Promise<boolean> {
  if (turns.length === 0) return false;
  const data = turns.map(({ index, speaker, startedAtMs, endedAtMs, text, topic }) => ({
    callId,
    index,
    speaker,
    startedAt: new Date(startedAtMs),
    endedAt: new Date(endedAtMs),
    // Postgres keeps any text but this character.
    text: text?.replaceAll('\0', ''),
    topic,
  }));
  const { count } = await tx.turn.createMany({ data, skipDuplicates: true });
  return count > 0;
}

async function markStarted(tx: Tx, id: string, { atMs }: EventOf<'started'>, now: Date): Promise<void> {
  await tx.call.updateMany({ where: { id, startedAt: null }, data: { startedAt: notAfter(now, atMs) } });
}

async function markEnded(tx: Tx, id: string, event: EventOf<'ended'>, now: Date): Promise<boolean> {
  const { count } = await tx.call.updateMany({
    where: { id, endedAt: null },
    data: { endedAt: notAfter(now, event.atMs), endReason: event.reason },
  });
  return count > 0;
}

/** The agent's clock may be ahead of ours; a cooldown must not begin in the future. */
function notAfter(now: Date, atMs: number): Date {
  return new Date(Math.min(atMs, now.getTime()));
}
