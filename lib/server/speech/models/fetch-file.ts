import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { AppError } from '../../../contracts/errors.ts';

export interface PublishedFile {
  url: string;
  bytes: number;
  /** The checksum in hexadecimal: SHA-256 or git's. */
  hash: { kind: 'sha256' | 'git'; value: string };
}

interface FetchLimits {
  /** Timeout for a publisher that sends nothing. */
  stallMs?: number;
  signal?: AbortSignal;
}

/**
 * Fetches a file to `path`, whose folder exists, and verifies its checksum.
 * @throws AppError model_unreachable, model_differs; the signal's reason; what the disk throws
 */
export async function fetchFile(
  path: string,
  { url, bytes, hash }: PublishedFile,
  { stallMs = 30_000, signal }: FetchLimits = {},
): Promise<void> {
  const digest = createHash(hash.kind === 'git' ? 'sha1' : 'sha256');
  if (hash.kind === 'git') digest.update(`blob ${bytes}\0`);
  let size = 0;
  async function* received(): AsyncGenerator<Uint8Array> {
    for await (const chunk of download(url, stallMs, signal)) {
      size += chunk.byteLength;
      if (size > bytes) throw differs(`${url} is larger than the ${bytes} bytes published.`);
      digest.update(chunk);
      yield chunk;
    }
  }
  await pipeline(received, createWriteStream(path));
  if (size < bytes) throw unreachable(new Error(`${url} broke off after ${size} of ${bytes} bytes.`));
  if (digest.digest('hex') !== hash.value) throw differs(`${url} is not the file that was published.`);
}

/** The publisher redirects to its store. */
const dispatcher = new Agent({ maxRedirections: 5 });

async function* download(
  url: string,
  stallMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    const limits = { headersTimeout: stallMs, bodyTimeout: stallMs, signal };
    const { statusCode, body } = await request(url, { dispatcher, ...limits });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`);
    yield* body;
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(cause);
  }
}

function differs(detail: string): AppError {
  return new AppError('model_differs', { detail });
}

/** The error of a publisher that does not answer, or not completely. */
export function unreachable(cause: unknown): AppError {
  const reason = cause instanceof Error && cause.cause instanceof Error ? `: ${cause.cause.message}` : '';
  const detail = cause instanceof Error ? cause.message + reason : String(cause);
  return new AppError('model_unreachable', { detail, cause });
}
