import { anySignal } from '@/components/ui/any-signal';
import { type BrowserStep, type DirectUpload, leadReceipt, uploadGrant } from '@/lib/contracts/recording';
import { type Delivered, keepReceipt, noteDelivery } from './after-call';
import {
  type KeptRecording,
  type Recording,
  type RecordingKeeper,
  forgetRecording,
  ifNobodyHolds,
  keepRecording,
  keptRecordings,
  readRecording,
} from './outbox';
import { webmLengthMs, withWebmLength } from './webm-length';

/** A recording ready to be sent. */
export interface RecordedFile {
  room: string;
  phone: string;
  token: string;
  durationMs: number;
  /** It goes straight into the server's store. */
  direct?: boolean;
  audio: Blob;
  /** The timings of this visit, where the server keeps traces. */
  steps?: BrowserStep[];
}

/** One file of all chunks. MediaRecorder's WebM does not say how long it is and cannot be sought: its duration is written into it. */
export async function toFile({ chunks, parts = [], mime, ...recording }: Recording): Promise<RecordedFile> {
  const type = mime.split(';')[0];
  const audio = new Blob([await oneFile(chunks, parts, mime)], { type });
  if (!mime.includes('webm')) return { ...recording, audio };
  const bytes = await audio.arrayBuffer();
  const durationMs = webmLengthMs(bytes) ?? recording.durationMs;
  return { ...recording, durationMs, audio: new Blob(withWebmLength(bytes, durationMs), { type }) };
}

/** A page that was reloaded began a file of its own. */
async function oneFile(chunks: Blob[], parts: NonNullable<Recording['parts']>, mime: string): Promise<Blob> {
  if (parts.length === 0) return new Blob(chunks);
  const files = [{ chunk: 0, atMs: 0 }, ...parts].map(async ({ chunk, atMs }, place) => {
    const bytes = await new Blob(chunks.slice(chunk, parts[place]?.chunk)).arrayBuffer();
    return { bytes, atMs };
  });
  const recorded = await Promise.all(files);
  if (mime.includes('mp4')) return (await import('./mp4-join')).joinMp4(recorded);
  return (await import('./webm-join')).joinWebm(recorded);
}

/** Result of one delivery attempt. */
export type SendResult =
  /** With the number of the lead that it became. */
  | { outcome: 'sent'; phone?: string }
  /** The call was deleted meanwhile. */
  | { outcome: 'deleted' }
  | { outcome: 'refused'; status: number }
  | { outcome: 'later'; waitMs: number | null };

/** Answers that the same recording would get again. */
const refusals = new Set([400, 403, 409, 413, 415, 422]);

/** Time for a small body, and what a slow phone needs for a large one. */
const baseTimeoutMs = 60_000;
const slowestBytesPerMs = 8;
/** Beyond this a recording goes up in parts, each sent again by itself if it fails. */
const multipartFromBytes = 16 * 1024 * 1024;

interface Sending {
  /** Breaks it off. */
  signal?: AbortSignal;
  /** Hears how much of the recording has left, 0 to 1; null while the next try is waited for. */
  onProgress?: (share: number | null) => void;
}

/** Tries once to send a recording (POST /api/leads, or straight into the store). Never throws. */
export async function sendRecording(
  file: RecordedFile,
  { signal, onProgress }: Sending = {},
): Promise<SendResult> {
  try {
    const timeout = AbortSignal.timeout(baseTimeoutMs + Math.ceil(file.audio.size / slowestBytesPerMs));
    const until = signal ? anySignal(signal, timeout) : timeout;
    return (
      (file.direct && (await sendDirectly(file, until, onProgress))) ||
      (await sendForm(file, until, onProgress))
    );
  } catch {
    return { outcome: 'later', waitMs: null };
  }
}

async function sendForm(
  file: RecordedFile,
  signal: AbortSignal,
  onProgress: Sending['onProgress'],
): Promise<SendResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(file))) form.set(name, value);
  form.set('audio', file.audio, nameOf(file));
  const response = await postForm(form, file.token, signal, onProgress);
  return resultOf(response);
}

/** By XMLHttpRequest, which tells how far an upload has come. @throws where no answer came */
function postForm(
  form: FormData,
  token: string,
  signal: AbortSignal,
  onProgress: Sending['onProgress'],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/leads');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = retryAfter === null ? undefined : { 'retry-after': retryAfter };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = request.onabort = () => reject(new Error('The upload broke off.'));
    signal.throwIfAborted();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Undefined where the server has no such store any more, or knows no call of this room: then the form has to do. */
async function sendDirectly(
  file: RecordedFile,
  signal: AbortSignal,
  onProgress: Sending['onProgress'],
): Promise<SendResult | undefined> {
  const payload = { pathname: nameOf(file), multipart: true, clientPayload: JSON.stringify(fieldsOf(file)) };
  const asked = await tellUpload(file, { type: 'blob.generate-client-token', payload }, signal);
  if (asked.status === 404) return undefined;
  if (!asked.ok) return refusalOf(asked);
  const { clientToken, pathname, receipt } = uploadGrant.parse(await asked.json());
  await store(file.audio, pathname, clientToken, signal, onProgress);
  const told = await tellUpload(file, { type: 'recording.stored', payload: { receipt } }, signal);
  return resultOf(told);
}

/**
 * Chromium streams a body, which is what tells its progress, by HTTP/2 alone: behind a proxy that speaks HTTP/1.1 no byte of it ever leaves,
 * and the store's client tries again for minutes. From then on this visit sends bodies whole.
 */
const firstByteMs = 6000;
let canStream = true;

/** To be called as a call begins: an upgrade of the site while it lasts takes the files of this page away. */
export const loadStoreClient = () => import('@vercel/blob/client');

async function store(
  audio: Blob,
  pathname: string,
  token: string,
  signal: AbortSignal,
  onProgress: Sending['onProgress'],
): Promise<void> {
  const { put } = await loadStoreClient();
  const options = {
    access: 'private',
    token,
    contentType: audio.type,
    multipart: audio.size > multipartFromBytes,
  } as const;
  if (canStream) {
    const stuck = new AbortController();
    const timer = setTimeout(() => stuck.abort(), firstByteMs);
    const sent = put(pathname, audio, {
      ...options,
      abortSignal: anySignal(signal, stuck.signal),
      onUploadProgress({ loaded, percentage }) {
        if (loaded > 0) clearTimeout(timer);
        onProgress?.(percentage / 100);
      },
    });
    // Between two tries the client does not hear a signal.
    const broken = new Promise((_, reject) => {
      stuck.signal.addEventListener('abort', () => reject(new Error('Nothing could be streamed.')));
    });
    try {
      await Promise.race([sent, broken]);
      return;
    } catch (error) {
      if (!stuck.signal.aborted || signal.aborted) throw error;
      canStream = false;
    } finally {
      clearTimeout(timer);
    }
  }
  await put(pathname, audio, { ...options, abortSignal: signal });
}

function tellUpload(file: RecordedFile, body: DirectUpload, signal: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${file.token}`, 'content-type': 'application/json' };
  return fetch('/api/leads/upload', { method: 'POST', headers, body: JSON.stringify(body), signal });
}

function fieldsOf({ phone, durationMs, room, steps }: RecordedFile): Record<string, string> {
  const fields = {
    phoneNumber: phone,
    duration: String(Math.round(durationMs / 1000)),
    roomName: room,
  };
  return steps ? { ...fields, steps: JSON.stringify(steps) } : fields;
}

function nameOf({ audio }: RecordedFile): string {
  return `conversation.${audio.type.split('/')[1] || 'webm'}`;
}

async function resultOf(response: Response): Promise<SendResult> {
  if (!response.ok) return refusalOf(response);
  // Read to its end: an answer cut short confirms nothing.
  const lead = leadReceipt.safeParse(await response.json());
  return { outcome: 'sent', phone: lead.data?.phoneNumber };
}

function refusalOf(response: Response): SendResult {
  if (response.status === 410) return { outcome: 'deleted' };
  if (refusals.has(response.status)) return { outcome: 'refused', status: response.status };
  return { outcome: 'later', waitMs: retryAfterMs(response) };
}

function retryAfterMs(response: Response): number | null {
  const waitS = Number(response.headers.get('retry-after'));
  return waitS > 0 ? waitS * 1000 : null;
}

/** Waits between the tries of one visit: a server that restarts is back within the first few. */
export const retryDelaysMs = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];
const longestDelayMs = 60_000;

interface Delivery {
  send: (file: RecordedFile, sending: Sending) => Promise<SendResult>;
  wait: (ms: number) => Promise<void>;
}

/**
 * Sends the recording of a call that has ended, again and again for about two minutes; what the server has not
 * confirmed by then waits on the disk for the next visit. Where nothing can be kept, it is tried as long as the page is open.
 * Of a deleted call nothing is kept.
 */
export async function deliverRecording(
  file: RecordedFile,
  keeper: Pick<RecordingKeeper, 'forget' | 'leave' | 'keeps'>,
  sending: Sending = {},
  { send, wait }: Delivery = { send: sendRecording, wait: waitOrOnline },
): Promise<Delivered> {
  for (let tries = 0; ; tries++) {
    const result = await send(file, sending);
    if (sending.signal?.aborted) return { delivery: 'waiting' };
    if (result.outcome === 'sent' || result.outcome === 'deleted') {
      await keeper.forget();
      return deliveredBy(result);
    }
    console.error('The recording was not taken:', result);
    if (result.outcome === 'refused') {
      await keeper.leave();
      return { delivery: keeper.keeps ? 'refused' : 'lost' };
    }
    const waitMs = Math.max(retryDelaysMs[tries] ?? longestDelayMs, result.waitMs ?? 0);
    if (keeper.keeps && (tries === retryDelaysMs.length || waitMs > longestDelayMs)) break;
    sending.onProgress?.(null);
    await wait(waitMs);
  }
  await keeper.leave();
  return { delivery: 'waiting' };
}

function deliveredBy(result: Extract<SendResult, { outcome: 'sent' | 'deleted' }>): Delivered {
  if (result.outcome === 'deleted') return { delivery: 'deleted' };
  return { delivery: 'arrived', ...(result.phone && { phone: result.phone }) };
}

/** Waits, but no longer than until the network is back. */
function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}

/** A recording that was refused this often, on as many visits, will not be taken by a later one: unless it was too large. */
const mostRefusals = 3;
const oldestMs = 14 * 24 * 3600 * 1000;

/**
 * Sends what earlier visits could not: one try each, and none for a recording that a tab is making or sending.
 * Dropped are those of deleted calls, those that a server refused three times, those older than two weeks, and those without sound.
 * @param lastRoom the room of a call that this tab was in a moment ago: its visitor is shown that it has arrived
 */
export async function recoverRecordings(lastRoom?: string): Promise<void> {
  try {
    for (const recording of await keptRecordings())
      await ifNobodyHolds(recording.room, () => recover(recording, recording.room === lastRoom)).catch(
        (error: unknown) => console.warn('A kept recording cannot be sent:', error),
      );
  } catch (error) {
    console.warn('Kept recordings cannot be read:', error);
  }
}

async function recover(kept: KeptRecording, isLast: boolean): Promise<void> {
  const recording = await readRecording(kept.room);
  if (!recording || Date.now() - kept.startedAtMs > oldestMs) return forgetRecording(kept.room);
  const file = await toFile(recording);
  const result = await sendRecording(file);
  if (isLast && result.outcome === 'sent') showRecovered(file);
  if (result.outcome === 'sent' || result.outcome === 'deleted') {
    noteDelivery(kept.room, deliveredBy(result));
    return forgetRecording(kept.room);
  }
  if (result.outcome === 'later') return;
  console.error('A recording of an earlier visit was refused:', result.status);
  // Too large for this server as it is set up: the recording itself is fine.
  if (result.status === 413) return;
  if (kept.refusals + 1 >= mostRefusals) return forgetRecording(kept.room);
  await keepRecording({ ...kept, refusals: kept.refusals + 1 });
}

function showRecovered({ audio, ...call }: RecordedFile): void {
  const heard = { answersMs: [], voice: [], audioUrl: URL.createObjectURL(audio) };
  keepReceipt({ ...call, ...heard, delivery: 'arrived', sentShare: 1 });
}
