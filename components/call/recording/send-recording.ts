import { type DirectUpload, leadReceipt, uploadGrant } from '@/lib/contracts/recording';
import type { RecordedFile } from './recorded-file';

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

export interface Sending {
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
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
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
      abortSignal: AbortSignal.any([signal, stuck.signal]),
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
