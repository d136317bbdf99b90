import { type RequestFailure, apiUrl, asRequestFailure, failureOf } from '@/lib/api-client';
import { leadReceipt } from '@/lib/contracts/recording';
import { type OnProgress, uploadBody } from '@/lib/upload-body';
import type { PreviousCall } from '../chart/events';
import { acquireLock, recordingLock } from '../locks';
import { type Delivered, saveDelivery, saveReceipt } from '../receipt';
import { uploadDirectly } from './direct-upload';
import {
  type UnsentRecording,
  deleteRecording,
  markCallOver,
  readRecording,
  saveRecording,
  storedRecordings,
  resumableCall,
} from './outbox';
import { type RecordedFile, fieldsOf, nameOf, toFile } from './recorded-file';
import type { RecordingStore } from './recording-store';

/** The result of one try to deliver. */
export type SendResult =
  /** The recording became a lead, or its call was deleted meanwhile. */
  | { outcome: 'settled'; delivered: Delivered }
  | { outcome: 'refused'; status: number }
  | { outcome: 'later'; waitMs: number | null };

interface Sending {
  /** Aborts the upload. */
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Waits between the tries of one visit: a server that restarts is back within the first few. */
export const retryDelaysMs = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];
const longestDelayMs = 60_000;

interface Transport {
  send: (file: RecordedFile, sending: Sending) => Promise<SendResult>;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Tries for about two minutes to send the recording of an ended call. After that, the recording stays stored for the next visit. A
 * browser that stores nothing tries as long as the page is open.
 */
export async function deliverRecording(
  file: RecordedFile,
  store: Pick<RecordingStore, 'delete' | 'leave' | 'isSaving'>,
  sending: Sending = {},
  { send, wait }: Transport = { send: sendRecording, wait: waitOrOnline },
): Promise<Delivered> {
  for (let tries = 0; ; tries++) {
    const result = await send(file, sending);
    if (sending.signal?.aborted) return { delivery: 'waiting' };
    if (result.outcome === 'settled') {
      await store.delete();
      return result.delivered;
    }
    console.error('The recording was not taken:', result);
    if (result.outcome === 'refused') {
      await store.leave();
      return { delivery: store.isSaving ? 'refused' : 'lost' };
    }
    const waitMs = Math.max(retryDelaysMs[tries] ?? longestDelayMs, result.waitMs ?? 0);
    if (store.isSaving && (tries === retryDelaysMs.length || waitMs > longestDelayMs)) break;
    sending.onProgress?.(null);
    await wait(waitMs, sending.signal);
    if (sending.signal?.aborted) return { delivery: 'waiting' };
  }
  await store.leave();
  return { delivery: 'waiting' };
}

/** Waits until the time is over, the network is back or the call is deleted. */
function waitOrOnline(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener('online', finish);
    signal?.addEventListener('abort', finish);
  });
}

/** A stored recording that was refused this often will not be accepted later. */
const maxRefusals = 3;
const maxAgeMs = 14 * 24 * 3600 * 1000;
/** Rooms whose recording was refused since the page was loaded: one visit counts one refusal. */
const refusedRooms = new Set<string>();

/**
 * Tries once to send each stored recording that no tab has locked and whose call cannot be resumed. Deletes a recording that is
 * empty, two weeks old or refused three times, or whose call was deleted.
 * @param isShown true for a room whose receipt is to be shown
 */
export async function recoverRecordings(isShown: (room: string) => boolean = () => false): Promise<void> {
  try {
    for (const recording of await storedRecordings())
      await recoverUnlessResumable(recording, isShown).catch((error: unknown) =>
        console.warn('A stored recording cannot be sent:', error),
      );
  } catch (error) {
    console.warn('Stored recordings cannot be read:', error);
  }
}

/**
 * Sends the stored recording of an interrupted call that is not resumed. Shows its receipt unless another call is on.
 * @param isCallOn true while another call is on
 */
export async function abandonCall(
  call: Pick<PreviousCall, 'room' | 'release'>,
  isCallOn: () => boolean,
): Promise<void> {
  await markCallOver(call);
  await recoverRecordings((room) => room === call.room && !isCallOn());
}

async function recoverUnlessResumable(
  stored: UnsentRecording,
  isShown: (room: string) => boolean,
): Promise<void> {
  // Even a short lock could keep a reloading page from its call.
  if ((await resumableCall(stored)) !== null) return;
  const release = await acquireLock(recordingLock(stored.room), { ifAvailable: true });
  if (release) await recoverRecording(stored, isShown).finally(release);
}

async function recoverRecording(stored: UnsentRecording, isShown: (room: string) => boolean): Promise<void> {
  if (Date.now() - stored.startedAtMs > maxAgeMs) return giveUp(stored.room);
  const recording = await readRecording(stored.room);
  if (recording === null) return deleteRecording(stored.room);
  const file = await toFile(recording);
  const result = await sendRecording(file);
  if (result.outcome === 'settled') {
    if (result.delivered.delivery !== 'deleted' && isShown(stored.room)) showRecovered(file);
    saveDelivery(stored.room, result.delivered);
    return deleteRecording(stored.room);
  }
  if (result.outcome === 'later') return;
  console.error('A recording of an earlier visit was refused:', result.status);
  // The server's limit is too small: the recording itself is fine.
  if (result.status === 413 || refusedRooms.has(stored.room)) return;
  refusedRooms.add(stored.room);
  const refusalCount = stored.refusals + 1;
  if (refusalCount < maxRefusals) return saveRecording({ ...stored, refusals: refusalCount });
  await giveUp(stored.room);
}

/** Deletes a recording that will not be sent again. */
async function giveUp(room: string): Promise<void> {
  saveDelivery(room, { delivery: 'lost' });
  await deleteRecording(room);
}

function showRecovered({ audio, ...call }: RecordedFile): void {
  const sound = { answerWaitsMs: [], voice: [], audioUrl: URL.createObjectURL(audio) };
  saveReceipt({ ...call, ...sound, delivery: 'arrived', sentShare: 1 });
}

/** Statuses that a retry of the same recording would get again. */
const refusals = new Set([400, 403, 409, 413, 415, 422]);

/** The timeout of a small body. A large body gets more time, because phones may be slow. */
const baseTimeoutMs = 60_000;
const slowestBytesPerMs = 8;

/** Tries once to send a recording (POST /api/leads, or straight into storage). Never throws. */
export async function sendRecording(
  file: RecordedFile,
  { signal, onProgress }: Sending = {},
): Promise<SendResult> {
  try {
    const timeout = AbortSignal.timeout(baseTimeoutMs + Math.ceil(file.audio.size / slowestBytesPerMs));
    const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const receipt = file.direct ? await uploadDirectly(file, abortSignal, onProgress) : undefined;
    return receipt === undefined ? await sendForm(file, abortSignal, onProgress) : settledBy(receipt);
  } catch (error) {
    return resultOf(asRequestFailure(error));
  }
}

async function sendForm(
  file: RecordedFile,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<SendResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(file))) form.set(name, value);
  form.set('audio', file.audio, nameOf(file));
  const headers = { authorization: `Bearer ${file.token}` };
  const upload = { method: 'POST', url: apiUrl('POST /api/leads'), headers, body: form } as const;
  const response = await uploadBody(upload, signal, onProgress);
  if (!response.ok) throw await failureOf(response);
  // Reads the answer to its end: a truncated one confirms nothing.
  return settledBy(await response.json());
}

/** The recording of a visitor who refused it is discarded. */
function settledBy(answer: unknown): SendResult {
  const { phoneNumber: phone, callBack, recordingRefused } = leadReceipt.safeParse(answer).data ?? {};
  const delivery = recordingRefused ? 'discarded' : 'arrived';
  const delivered = { delivery, ...(phone && { phone }), ...(callBack && { callBack }) } as const;
  return { outcome: 'settled', delivered };
}

function resultOf({ status, retryAfterS }: RequestFailure): SendResult {
  if (status === 410) return { outcome: 'settled', delivered: { delivery: 'deleted' } };
  if (status !== undefined && refusals.has(status)) return { outcome: 'refused', status };
  return { outcome: 'later', waitMs: retryAfterS === undefined ? null : retryAfterS * 1000 };
}
