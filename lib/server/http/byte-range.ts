import type { ByteRange } from '../platform/storage/index.ts';

/** A Range header that asks for nothing the file has. */
export const unsatisfiable = Symbol('unsatisfiable');

/**
 * Parses a Range header (RFC 9110, 14.2) for a file of `size` bytes. Undefined means the whole file: no header, one we
 * cannot read, and one with several ranges, which a server may answer in full.
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

/** Whether one of the tags of an If-None-Match header is `etag`; weak and strong count as the same there (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
