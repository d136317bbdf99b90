import { type RequestFailure, apiUrl, asRequestFailure, callApi, failureOf } from '@/lib/api-client';
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

/** The same recording would get these answers again. */
const refusals = new Set([400, 403, 409, 413, 415, 422]);

/** Time for a small body, and what a slow phone needs for a large one. */
const baseTimeoutMs = 60_000;
const slowestBytesPerMs = 8;
/** Beyond this a recording goes up in parts, each sent again by itself if it fails. */
const multipartFromBytes = 16 * 1024 * 1024;

export interface Sending {
  /** Aborts the upload. */
  signal?: AbortSignal;
  /** Reports the share of the recording that has left, 0 to 1; null before another attempt. */
  onProgress?: (share: number | null) => void;
}

/** Makes one attempt to send a recording (POST /api/leads, or straight into the store). Never throws. */
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
  } catch (error) {
    return refusalOf(asRequestFailure(error));
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
  if (!response.ok) throw await failureOf(response);
  // Read to its end: an answer cut short confirms nothing.
  return sentAs(await response.json());
}

/** Posts by XMLHttpRequest, which reports progress. @throws where no answer came */
function postForm(
  form: FormData,
  token: string,
  signal: AbortSignal,
  onProgress: Sending['onProgress'],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl('POST /api/leads'));
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

/** Returns undefined where the server has no such store, or no call of this room: post the form instead. */
async function sendDirectly(
  file: RecordedFile,
  signal: AbortSignal,
  onProgress: Sending['onProgress'],
): Promise<SendResult | undefined> {
  const payload = { pathname: nameOf(file), multipart: true, clientPayload: JSON.stringify(fieldsOf(file)) };
  const grant = await postUpload(file, { type: 'blob.generate-client-token', payload }, signal).catch(
    (error: unknown) => {
      if (asRequestFailure(error).status !== 404) throw error;
    },
  );
  if (grant === undefined) return undefined;
  const { clientToken, pathname, receipt } = uploadGrant.parse(grant);
  await store(file.audio, pathname, clientToken, signal, onProgress);
  return sentAs(await postUpload(file, { type: 'recording.stored', payload: { receipt } }, signal));
}

/**
 * Chromium streams a body, which reports its progress, over HTTP/2 only. Behind an HTTP/1.1 proxy no byte leaves, and the store's client
 * retries for minutes. After this time the visit sends bodies whole.
 */
const firstByteMs = 6000;
let canStream = true;

/** Load it when a call begins: an upgrade of the site removes the files of this page. */
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
    // The client ignores its signal between two attempts.
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

function postUpload(file: RecordedFile, body: DirectUpload, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${file.token}` };
  return callApi('POST /api/leads/upload', { body, headers, signal, timeoutMs: null });
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

function sentAs(answer: unknown): SendResult {
  return { outcome: 'sent', phone: leadReceipt.safeParse(answer).data?.phoneNumber };
}

function refusalOf({ status, retryAfterS }: RequestFailure): SendResult {
  if (status === 410) return { outcome: 'deleted' };
  if (status !== undefined && refusals.has(status)) return { outcome: 'refused', status };
  return { outcome: 'later', waitMs: retryAfterS === undefined ? null : retryAfterS * 1000 };
}
