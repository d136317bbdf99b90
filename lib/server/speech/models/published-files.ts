import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { AppError } from '../../../contracts/errors.ts';
import { env } from '../../platform/env.ts';
import type { CatalogueFile, CatalogueModel } from './catalogue.ts';

export interface PublishedFile {
  url: string;
  bytes: number;
  /** The checksum in hexadecimal: SHA-256 or git's. */
  hash: { kind: 'sha256' | 'git'; value: string };
}

const listTimeoutMs = 30_000;

/** The publisher's list. `lfs.oid` is a SHA-256. `oid` is git's own checksum. */
const publishedList = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number(),
    oid: z.string(),
    lfs: z.object({ oid: z.string() }).optional(),
  }),
);

/**
 * The files that the catalogue names for a model, as the publisher lists them. The catalogue's checksum, if any, replaces the list's.
 * @throws AppError model_unreachable, model_differs; the signal's reason
 */
export async function publishedFiles(
  { files, folders = [], repository, revision }: CatalogueModel,
  signal: AbortSignal,
): Promise<{ to: string; file: PublishedFile }[]> {
  const base = env().MODELS_URL.replace(/\/$/, '');
  const entries = await listAt(`${base}/api/models/${repository}/tree/${revision}`, signal);
  const inFolders = entries
    .filter((entry) => folders.some((folder) => entry.path.startsWith(`${folder}/`)))
    .map((entry): CatalogueFile => ({ from: entry.path, to: safePath(entry.path) }));
  return [...files, ...inFolders].map(({ from, to, sha256 }) => {
    const entry = entries.find((candidate) => candidate.path === from);
    if (entry === undefined) throw differs(`${repository} has no ${from}.`);
    const url = `${base}/${repository}/resolve/${revision}/${from.split('/').map(encodeURIComponent).join('/')}`;
    const value = sha256 ?? entry.lfs?.oid;
    const hash =
      value === undefined
        ? ({ kind: 'git', value: entry.oid } as const)
        : ({ kind: 'sha256', value } as const);
    return { to, file: { url, bytes: entry.size, hash } };
  });
}

function safePath(name: string): string {
  if (path.isAbsolute(name) || name.split('/').includes('..'))
    throw differs(`${name} is no place for a file.`);
  return name;
}

/** Fetches the publisher's list for a revision: its first 1,000 files, more than a model has. */
async function listAt(address: string, signal: AbortSignal): Promise<z.infer<typeof publishedList>> {
  try {
    const response = await fetch(`${address}?recursive=true`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    return publishedList.parse(await response.json()).filter(({ type }) => type === 'file');
  } catch (cause) {
    signal.throwIfAborted();
    throw unreachable(cause);
  }
}

interface FetchLimits {
  /** Timeout for a publisher that sends nothing. */
  stallMs?: number;
  signal?: AbortSignal;
}

/**
 * Fetches a file to `target`, whose folder exists, and verifies its checksum.
 * @throws AppError model_unreachable, model_differs; the signal's reason; what the disk throws
 */
export async function fetchFile(
  target: string,
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
  await pipeline(received, createWriteStream(target));
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
function unreachable(cause: unknown): AppError {
  const reason = cause instanceof Error && cause.cause instanceof Error ? `: ${cause.cause.message}` : '';
  const detail = cause instanceof Error ? cause.message + reason : String(cause);
  return new AppError('model_unreachable', { detail, cause });
}
