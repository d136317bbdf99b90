import { hash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import { containerFacts } from '../audio/container.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { errorResponse } from '../http/handler.ts';
import { readRows } from '../platform/sql.ts';
import { type ByteRange, storage } from '../platform/storage/index.ts';

interface StoredAudio {
  phone: string;
  bytes: number;
  key: string;
  type: string;
}

/**
 * Serves a lead's recording whole, in part (Range, If-Range) or as 304 (If-None-Match). Keys are write-once, so the key makes the
 * ETag.
 * @throws AppError lead_not_found, audio_not_found, storage_failed
 */
export async function audioResponse(request: Request, leadId: string): Promise<Response> {
  const audio = await audioOf(leadId);
  const etag = `"${hash('sha256', audio.key, 'base64url').slice(0, 27)}"`;
  const headers = new Headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (matchesEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });

  const isHead = request.method === 'HEAD';
  // Range is defined only for GET (RFC 9110, 14.2).
  const range = isHead ? undefined : requestedRange(rangeHeader(request.headers, etag), audio.bytes);
  if (range === unsatisfiable) return outOfRange(audio.bytes);
  const body = isHead ? null : await storage().get(audio.key, range);
  if (body === null && !isHead) throw new AppError('audio_not_found');

  headers.set('content-type', audio.type);
  headers.set('content-disposition', disposition(request.url, audio));
  headers.set('content-length', String(range === undefined ? audio.bytes : range.end - range.start + 1));
  if (range === undefined) return new Response(body, { headers });
  headers.set('content-range', `bytes ${range.start}-${range.end}/${audio.bytes}`);
  return new Response(body, { status: 206, headers });
}

const audioRow = z.object({
  phone: z.string(),
  audioBytes: z.number(),
  audioKey: z.string().nullable(),
  audioType: z.string().nullable(),
});

/** Plain SQL: a player requests many parts, and a Prisma query costs as much as a part. */
async function audioOf(id: string): Promise<StoredAudio> {
  const [lead] = await readRows(
    audioRow,
    Prisma.sql`SELECT "phone", "audioBytes", "audioKey", "audioType" FROM "Lead" WHERE "id" = ${id}::uuid`,
  );
  if (lead === undefined) throw new AppError('lead_not_found');
  if (lead.audioKey === null) throw new AppError('audio_not_found');
  const type = lead.audioType ?? 'application/octet-stream';
  return { phone: lead.phone, bytes: lead.audioBytes, key: lead.audioKey, type };
}

/** If-Range: a part of a different file would corrupt the client's copy (RFC 9110, 13.1.5). */
function rangeHeader(headers: Headers, etag: string): string | null {
  const condition = headers.get('if-range');
  return condition === null || condition === etag ? headers.get('range') : null;
}

/** The Content-Disposition header. The file's name has the ending of its type. */
function disposition(url: string, { phone, type }: StoredAudio): string {
  const extension = Object.values(containerFacts).find(({ mime }) => mime === type)?.extension ?? 'webm';
  const dispositionType = new URL(url).searchParams.get('download') === '1' ? 'attachment' : 'inline';
  return `${dispositionType}; filename="${phone}-conversation.${extension}"`;
}

function outOfRange(bytes: number): Response {
  const response = errorResponse(new AppError('range_not_satisfiable'));
  response.headers.set('content-range', `bytes */${bytes}`);
  return response;
}

/** A Range header outside the file. */
export const unsatisfiable = Symbol('unsatisfiable');

/**
 * Parses a Range header (RFC 9110, 14.2). Undefined means the whole file: a missing, unreadable or multiple range.
 * @param size of the file in bytes
 */
export function requestedRange(
  header: string | null,
  size: number,
): ByteRange | typeof unsatisfiable | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? unsatisfiable : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? unsatisfiable : { start, end };
}

/** True if `etag` is in an If-None-Match header; weak and strong tags match alike there (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
