import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SpeakerName } from '../../contracts/call-events.ts';
import { AppError } from '../../contracts/errors.ts';
import { longestCallS } from '../../contracts/limits.ts';
import { type LeadReceipt, leadFields, readSteps } from '../../contracts/recording.ts';
import { audioContainer, containerFacts } from '../audio/container.ts';
import { decodeBlocks } from '../audio/decode.ts';
import { type Call, type Lead, Prisma } from '../generated/prisma/client.ts';
import { rateLimitAddress } from '../http/address.ts';
import { readPhone } from '../http/body.ts';
import { knownBrowserHash } from '../http/cookies.ts';
import { limit } from '../http/limits.ts';
import type { ReceivedForm } from '../http/uploads.ts';
import { type Tx, db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { megabyte } from '../platform/free-space.ts';
import { sendJob } from '../platform/queue.ts';
import { type SpooledFile, deleteUnlessNamed, storage } from '../platform/storage/index.ts';
import { traceSpan } from '../platform/telemetry.ts';
import { callBackOf } from './lead-row.ts';
import { createLead, updateLead } from './lead-writes.ts';
import { writeNotesToLead } from './notes.ts';
import { queueProcessing } from './process-lead.ts';
import { isRecordingRefused } from './refused-recording.ts';
import { lockRoom } from './room-lock.ts';

/** A validated recording from a client. */
export interface SentRecording {
  /** In the form +998901234567. */
  phone: string;
  room: string | null;
  durationS: number;
  recordedBy: SpeakerName;
  file: SpooledFile;
  /** The ending of its file name, without the dot. */
  extension: string;
}

/** A recording that is already in the storage. */
export type StoredRecording = Omit<SentRecording, 'file'> & { file: Pick<SpooledFile, 'size' | 'type'> };

export function maxUploadBytes(): number {
  return env().MAX_UPLOAD_MB * megabyte;
}

/**
 * Counts an upload before reading its body, once by address and once by browser; an unknown browser counts as its address.
 * @throws AppError rate_limited
 */
export async function limitUpload(headers: Headers): Promise<void> {
  const browserHash = knownBrowserHash(headers);
  const earlierCall =
    browserHash !== undefined &&
    (await db().call.findFirst({ where: { browserHash }, select: { id: true } }));
  await limit('uploads_by_address', rateLimitAddress(headers));
  await limit('uploads', earlierCall ? `browser-${browserHash}` : rateLimitAddress(headers));
}

/**
 * Admits every recording of a known call. Without a call, a stricter limit applies and the file must contain sound.
 * @throws AppError rate_limited, invalid_audio, decoder_busy
 */
export async function admitRecording(headers: Headers, { room, file }: SentRecording): Promise<void> {
  if (room !== null && (await db().call.findUnique({ where: { room }, select: { id: true } }))) return;
  await limit('uploads_without_call', rateLimitAddress(headers));
  const limits = { maxDurationS: longestCallS };
  for await (const [block] of decodeBlocks(await readFile(file.path), limits)) if (block?.length) return;
  throw new AppError('invalid_audio');
}

/**
 * The form of POST /api/leads; the file's type is read from its bytes.
 * @throws AppError phone_required, phone_invalid, invalid_field, invalid_audio
 */
export function readRecording(form: ReceivedForm): SentRecording {
  const fields = leadFields.parse(Object.fromEntries(form.fields));
  const phone = readPhone(fields.phoneNumber);
  if (form.file === undefined) throw new AppError('invalid_field', { detail: 'audio: missing' });
  if (form.file.size === 0) throw new AppError('invalid_field', { detail: 'audio: empty' });
  const container = audioContainer(form.file.head);
  if (container === null) throw new AppError('invalid_audio');
  const { mime, extension } = containerFacts[container];
  return {
    phone,
    room: fields.roomName ?? null,
    durationS: fields.duration,
    recordedBy: 'visitor',
    file: { path: form.file.path, size: form.file.size, type: mime },
    extension,
  };
}

/** The browser's part of a call's trace comes with its recording. */
export function traceBrowser(room: string | null, steps: string | undefined): void {
  if (room === null) return;
  for (const { name, fromMs, toMs, spanId } of readSteps(steps))
    traceSpan(room, `browser.${name}`, [fromMs, toMs], { spanId });
}

/** Grace period for the agent's final events; its end event starts the job at once. */
const lastWordsS = 5;

export interface SavedRecording {
  leadReceipt: LeadReceipt;
  /** False if the room already had a lead. */
  created: boolean;
}

interface RoomRows {
  call: Call | null;
  lead: Lead | null;
  isRefused: boolean;
}

/**
 * Attaches a recording to its room's only lead, or creates the lead. The longest wins; a refused one is discarded, but gets a receipt.
 * @throws AppError forbidden (another browser's room, without its token), lead_deleted, storage_full, storage_failed
 */
export async function saveRecording(
  recording: SentRecording,
  browserHash: string,
  holdsRoomToken = false,
): Promise<SavedRecording> {
  const discarded = await discardUnwanted(recording, browserHash, holdsRoomToken);
  if (discarded !== undefined) return discarded;

  const key = `leads/${randomUUID()}.${recording.extension}`;
  await deleteUnlessNamed(key);
  await storage().put(key, recording.file);
  return saveStored(recording, key, browserHash, holdsRoomToken);
}

/** The receipt of a recording that the room's lead does not want; undefined if it wants it. @throws AppError as saveRecording */
export async function discardUnwanted(
  recording: Comparable & { room: string | null },
  browserHash: string,
  holdsRoomToken: boolean,
): Promise<SavedRecording | undefined> {
  const roomRows = await ownRoom(db(), recording.room, browserHash, holdsRoomToken);
  const { lead, isRefused } = roomRows;
  if (lead === null || isWanted(recording, lead, roomRows)) return undefined;
  return savedRecording(lead, false, isRefused);
}

/**
 * Does the same for a recording that is already stored under this key. Idempotent.
 * @throws AppError as saveRecording
 */
export async function saveStored(
  recording: StoredRecording,
  key: string,
  browserHash: string,
  holdsRoomToken = false,
): Promise<SavedRecording> {
  const save = db().$transaction(async (tx) => {
    if (recording.room !== null) await lockRoom(tx, recording.room);
    const roomRows = await ownRoom(tx, recording.room, browserHash, holdsRoomToken);
    const { call, lead } = roomRows;
    if (lead === null)
      return savedRecording(await createRecordedLead(tx, recording, key, browserHash, call), true);
    if (lead.audioKey === key) return savedRecording(lead, false);
    if (isWanted(recording, lead, roomRows))
      return savedRecording(await replaceRecording(tx, recording, key, lead, call), false);
    await sendJob(tx, 'delete-audio', { key });
    return savedRecording(lead, false, roomRows.isRefused);
  });
  return save.catch(async (error: unknown) => {
    // Our refusal, so nothing was written. After any other fault the row may exist: the scheduled deletion decides.
    if (error instanceof AppError)
      await storage()
        .delete(key)
        .catch(() => undefined);
    throw error;
  });
}

/** Deletes a stored file that no lead and no sentence names. */
export async function deleteUnnamed(key: string): Promise<void> {
  const byKey = { where: { audioKey: key }, select: { id: true } };
  const row = (await db().lead.findFirst(byKey)) ?? (await db().sentenceRecording.findFirst(byKey));
  if (row === null) await storage().delete(key);
}

/**
 * The rows of a room whose recording this browser may send. A room belongs to its call's browser; without a call, to its first
 * sender.
 * @throws AppError forbidden, lead_deleted
 */
export async function ownRoom(
  tx: Tx,
  room: string | null,
  browserHash: string,
  holdsRoomToken: boolean,
): Promise<RoomRows> {
  if (room === null) return { call: null, lead: null, isRefused: false };
  if (await tx.deletedRoom.findUnique({ where: { room } })) throw new AppError('lead_deleted');
  const call = await tx.call.findUnique({ where: { room } });
  if (call?.trial === true) throw new AppError('forbidden', { detail: 'A trial call makes no lead.' });
  const lead = await tx.lead.findUnique({ where: { room } });
  const isRefused = call !== null && (await isRecordingRefused(tx, call.id));
  if (isRefused && lead === null) throw new AppError('lead_deleted');
  const owner = call?.browserHash ?? lead?.browserHash ?? browserHash;
  if (!holdsRoomToken && owner !== browserHash) throw new AppError('forbidden');
  return { call, lead, isRefused };
}

function isWanted(recording: Comparable, lead: Lead, { isRefused }: RoomRows): boolean {
  return !isRefused && isBetter(recording, lead);
}

type Weighed = Pick<Lead, 'durationS' | 'recordedBy'>;
type Comparable = Weighed & { file: { size: number } };

/** The agent's copy of the same sound may begin a little earlier than the browser's recording, which loses a second if the tab is killed. */
const copyHandicapS = 3;

/** The longest recording of a call wins. The agent's copy has to be longer by more than its handicap. */
export function isBetter(
  recording: Comparable,
  lead: Weighed & Pick<Lead, 'audioKey' | 'audioBytes'>,
): boolean {
  if (lead.audioKey === null) return true;
  const longerS = weightS(recording) - weightS(lead);
  return longerS > 0 || (longerS === 0 && recording.file.size > lead.audioBytes);
}

function weightS({ durationS, recordedBy }: Weighed): number {
  return recordedBy === 'agent' ? durationS - copyHandicapS : durationS;
}

async function createRecordedLead(
  tx: Tx,
  recording: StoredRecording,
  key: string,
  browserHash: string,
  call: Call | null,
) {
  const phone = call?.phone ?? recording.phone;
  const lead = await createLead(tx, {
    ...audioOf(recording, key),
    room: recording.room,
    phone,
    language: call?.language,
    callId: call?.id,
    createdAt: call?.createdAt,
    browserHash,
  });
  await queueProcessing(tx, lead.id, lastWordsWaitS(call));
  if (call === null) return lead;
  await writeNotesToLead(tx, call.id);
  return tx.lead.findUniqueOrThrow({ where: { id: lead.id } });
}

async function replaceRecording(
  tx: Tx,
  recording: StoredRecording,
  key: string,
  lead: Lead,
  call: Call | null,
) {
  if (lead.audioKey !== null) await sendJob(tx, 'delete-audio', { key: lead.audioKey });
  await updateLead(tx, lead.id, { ...audioOf(recording, key), dialogue: Prisma.DbNull });
  await queueProcessing(tx, lead.id, lastWordsWaitS(call));
  return tx.lead.findUniqueOrThrow({ where: { id: lead.id } });
}

function audioOf({ durationS, recordedBy, file }: StoredRecording, audioKey: string) {
  return { durationS, recordedBy, audioBytes: file.size, audioType: file.type, audioKey };
}

function lastWordsWaitS(call: Call | null): number {
  return call !== null && call.endedAt === null ? lastWordsS : 0;
}

function savedRecording(lead: Lead, created: boolean, isRefused = false): SavedRecording {
  const leadReceipt = {
    _id: lead.id,
    roomName: lead.room ?? undefined,
    processingStatus: lead.status,
    phoneNumber: lead.phone,
    callBack: callBackOf(lead),
    ...(isRefused && { recordingRefused: true as const }),
  };
  return { leadReceipt, created };
}
