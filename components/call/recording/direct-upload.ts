import { asRequestFailure, callApi } from '@/lib/api-client';
import { type DirectUpload, type UploadGrant, uploadGrant } from '@/lib/contracts/recording';
import { type OnProgress, uploadBody } from '@/lib/upload-body';
import { fieldsOf, nameOf, type RecordedFile } from './recorded-file';

/** Larger recordings are uploaded in parts. Only a part that failed is sent again. */
const multipartFromBytes = 16 * 1024 * 1024;

/**
 * Uploads a recording straight into storage and confirms it.
 * @returns the lead's receipt; undefined if the form has to be posted instead
 */
export async function uploadDirectly(
  file: RecordedFile,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<unknown> {
  const { type, size } = file.audio;
  const payload = {
    pathname: nameOf(file),
    multipart: true,
    clientPayload: JSON.stringify(fieldsOf(file)),
    ...(size > 0 && { file: { type, size } }),
  };
  const answer = await postUpload(file, { type: 'blob.generate-client-token', payload }, signal).catch(
    (error: unknown) => {
      if (asRequestFailure(error).status !== 404) throw error;
    },
  );
  if (answer === undefined) return undefined;
  const grant = uploadGrant.parse(answer);
  if (grant.type === 'blob.generate-client-token') await putBlob(file.audio, grant, signal, onProgress);
  else if (!(await putSigned(file.audio, grant, signal, onProgress))) return undefined;
  const { receipt } = grant;
  return postUpload(file, { type: 'recording.stored', payload: { receipt } }, signal);
}

function postUpload(file: RecordedFile, body: DirectUpload, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${file.token}` };
  return callApi('POST /api/leads/upload', { body, headers, signal, timeoutMs: null });
}

type GrantOf<Type> = Extract<UploadGrant, { type: Type }>;

/** Returns false if the bucket did not take the recording, for example for lack of a CORS rule. */
async function putSigned(
  body: Blob,
  { url, headers }: GrantOf<'s3.signed-put'>,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<boolean> {
  let isStored = false;
  const put = async (abortSignal: AbortSignal, onByte: () => void) => {
    const onShare: OnProgress = (share) => {
      if (share) onByte();
      onProgress?.(share);
    };
    const answer = await uploadBody({ method: 'PUT', url, headers, body }, abortSignal, onShare).catch(
      () => null,
    );
    isStored = answer?.ok === true;
  };
  await uploadUnlessStuck(signal, put);
  signal.throwIfAborted();
  if (!isStored)
    console.warn('The bucket takes nothing from this page; the recording goes through the server.');
  return isStored;
}

let canStream = true;

/** Load it when a call begins: an upgrade of the site removes the files of this page. */
export const loadBlobClient = () => import('@vercel/blob/client');

/**
 * Chromium streams an upload over HTTP/2 only. Behind an HTTP/1.1 proxy no byte leaves, so the rest of the visit sends whole bodies.
 */
async function putBlob(
  audio: Blob,
  { pathname, clientToken }: GrantOf<'blob.generate-client-token'>,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<void> {
  const { put } = await loadBlobClient();
  const options = {
    access: 'private',
    token: clientToken,
    contentType: audio.type,
    multipart: audio.size > multipartFromBytes,
  } as const;
  const stream = (abortSignal: AbortSignal, onByte: () => void) =>
    put(pathname, audio, {
      ...options,
      abortSignal,
      onUploadProgress({ loaded, percentage }) {
        if (loaded > 0) onByte();
        onProgress?.(percentage / 100);
      },
    });
  if (canStream) canStream = await uploadUnlessStuck(signal, stream);
  if (!canStream) await put(pathname, audio, { ...options, abortSignal: signal });
}

const firstByteMs = 6000;

/** Aborts an upload whose first byte has not left in time, and returns false. */
async function uploadUnlessStuck(
  signal: AbortSignal,
  upload: (abortSignal: AbortSignal, onByte: () => void) => Promise<unknown>,
): Promise<boolean> {
  const stuckController = new AbortController();
  const timer = setTimeout(() => stuckController.abort(), firstByteMs);
  // Vercel Blob's client ignores its signal between two tries.
  const stuckResult = new Promise<false>((resolve) => {
    stuckController.signal.addEventListener('abort', () => resolve(false));
  });
  const uploaded = upload(AbortSignal.any([signal, stuckController.signal]), () => clearTimeout(timer)).then(
    () => true,
  );
  try {
    return await Promise.race([stuckResult, uploaded]);
  } finally {
    clearTimeout(timer);
  }
}
