import { randomUUID } from 'node:crypto';
import type { LeadReceipt } from '../../contracts/leads.ts';
import { AppError } from '../../errors.ts';
import { db, type Tx } from '../db.ts';
import { Prisma, type Call, type Lead } from '../generated/prisma/client.ts';
import { sendJob } from '../jobs/boss.ts';
import { lockRoom } from '../room-lock.ts';
import { storage } from '../storage/index.ts';
import { queueProcessing } from './processing.ts';
import type { Recording } from './recording.ts';
import { searchedText } from './searched.ts';

/** The agent's last words about a call come about now; its own event starts the job at once. */
const lastWordsS = 5;

export interface SavedRecording {
  receipt: LeadReceipt;
  /** Whether the lead is new; false when the room had one. */
  created: boolean;
}

interface Room {
  call: Call | null;
  lead: Lead | null;
}

/**
 * Makes a recording its room's lead. However often and in whatever order a room's recordings come, there is one lead, with the longest.
 * The file is stored first: a crash before the row is written leaves a file that nobody names, which the sweep removes.
 * @throws AppError forbidden if the room is another browser's and its token is not there; storage_failed
 */
export async function saveRecording(
  recording: Recording,
  browserHash: string,
  holdsRoomToken = false,
): Promise<SavedRecording> {
  const before = await roomOf(db(), recording.room);
  if (!holdsRoomToken) requireOwner(before, browserHash);
  if (before.lead !== null && !isBetter(recording, before.lead)) return answer(before.lead, false);

  const key = `leads/${randomUUID()}.${recording.extension}`;
  await storage().put(key, recording.file);
  return db().$transaction(async (tx) => {
    if (recording.room !== null) await lockRoom(tx, recording.room);
    const room = await roomOf(tx, recording.room);
    if (!holdsRoomToken) requireOwner(room, browserHash);
    if (room.lead === null) return answer(await createLead(tx, recording, key, browserHash, room.call), true);
    if (isBetter(recording, room.lead))
      return answer(await replace(tx, recording, key, room.lead, room.call), false);
    await sendJob(tx, 'delete-audio', { key });
    return answer(room.lead, false);
  });
}

async function roomOf(tx: Tx, room: string | null): Promise<Room> {
  if (room === null) return { call: null, lead: null };
  const call = await tx.call.findUnique({ where: { room } });
  const lead = await tx.lead.findUnique({ where: { room } });
  return { call, lead };
}

/** A room is its call's browser's; one without a call (spec.md section 7 knows none) is its first sender's. */
function requireOwner({ call, lead }: Room, browserHash: string): void {
  const owner = call?.browserHash ?? lead?.browserHash ?? browserHash;
  if (owner !== browserHash) throw new AppError('forbidden');
}

/** A longer recording replaces a shorter one, never the other way. */
function isBetter({ durationS, file }: Recording, lead: Lead): boolean {
  if (lead.audioKey === null || durationS > lead.durationS) return true;
  return durationS === lead.durationS && file.size > lead.audioBytes;
}

async function createLead(tx: Tx, recording: Recording, key: string, browserHash: string, call: Call | null) {
  const phone = call?.phone ?? recording.phone;
  const lead = await tx.lead.create({
    data: {
      ...audioOf(recording, key),
      room: recording.room,
      phone,
      searched: searchedText({ phone }),
      language: call?.language,
      callId: call?.id,
      browserHash,
    },
  });
  await queueProcessing(tx, lead.id, waitS(call));
  return lead;
}

async function replace(tx: Tx, recording: Recording, key: string, lead: Lead, call: Call | null) {
  if (lead.audioKey !== null) await sendJob(tx, 'delete-audio', { key: lead.audioKey });
  const data = { ...audioOf(recording, key), status: 'pending' as const, dialogue: Prisma.DbNull };
  const replaced = await tx.lead.update({ where: { id: lead.id }, data });
  await queueProcessing(tx, lead.id, waitS(call));
  return replaced;
}

function audioOf({ durationS, file }: Recording, audioKey: string) {
  return { durationS, audioBytes: file.size, audioType: file.type, audioKey };
}

function waitS(call: Call | null): number {
  return call !== null && call.endedAt === null ? lastWordsS : 0;
}

function answer({ id, room, status }: Lead, created: boolean): SavedRecording {
  return { receipt: { _id: id, roomName: room ?? undefined, processingStatus: status }, created };
}
