import { readFile } from 'node:fs/promises';
import { longestCallS } from '../../contracts/limits.ts';
import { AppError } from '../../contracts/errors.ts';
import { leadFields, readSteps } from '../../contracts/recording.ts';
import { decodeBlocks } from '../audio/decode.ts';
import { audioContainer, containerFacts } from '../audio/container.ts';
import { rateLimitAddress } from '../http/address.ts';
import { readPhone } from '../http/body.ts';
import { knownBrowserHash } from '../http/cookies.ts';
import { limit } from '../http/limits.ts';
import type { ReceivedForm } from '../http/uploads.ts';
import { db } from '../platform/db.ts';
import { traceSpan } from '../platform/telemetry.ts';
import type { SentRecording } from './recordings.ts';

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
