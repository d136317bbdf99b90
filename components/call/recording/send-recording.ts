import { type RequestFailure, apiUrl, asRequestFailure, failureOf } from '@/lib/api-client';
import { type LeadReceipt, leadReceipt } from '@/lib/contracts/recording';
import { type OnProgress, uploadBody } from '@/lib/upload-body';
import { uploadDirectly } from './direct-upload';
import { type RecordedFile, fieldsOf, nameOf } from './recorded-file';

/** The result of one try to deliver. */
export type SendResult =
  /** With the number and the agreed time of the lead that it became. */
  | { outcome: 'sent'; phone?: string; callBack?: LeadReceipt['callBack'] }
  /** The call was deleted meanwhile. */
  | { outcome: 'deleted' }
  | { outcome: 'refused'; status: number }
  | { outcome: 'later'; waitMs: number | null };

/** Statuses that a retry of the same recording would get again. */
const refusals = new Set([400, 403, 409, 413, 415, 422]);

/** The timeout of a small body. A large body gets more time, because phones may be slow. */
const baseTimeoutMs = 60_000;
const slowestBytesPerMs = 8;

export interface Sending {
  /** Aborts the upload. */
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Tries once to send a recording (POST /api/leads, or straight into storage). Never throws. */
export async function sendRecording(
  file: RecordedFile,
  { signal, onProgress }: Sending = {},
): Promise<SendResult> {
  try {
    const timeout = AbortSignal.timeout(baseTimeoutMs + Math.ceil(file.audio.size / slowestBytesPerMs));
    const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const receipt = file.direct ? await uploadDirectly(file, abortSignal, onProgress) : undefined;
    return receipt === undefined ? await sendForm(file, abortSignal, onProgress) : sentAs(receipt);
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
  return sentAs(await response.json());
}

function sentAs(answer: unknown): SendResult {
  const { phoneNumber: phone, callBack } = leadReceipt.safeParse(answer).data ?? {};
  return { outcome: 'sent', phone, callBack };
}

function resultOf({ status, retryAfterS }: RequestFailure): SendResult {
  if (status === 410) return { outcome: 'deleted' };
  if (status !== undefined && refusals.has(status)) return { outcome: 'refused', status };
  return { outcome: 'later', waitMs: retryAfterS === undefined ? null : retryAfterS * 1000 };
}
