import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../contracts/errors.ts';
import { readUnlessAborted, unlessAborted } from '../../platform/unless-aborted.ts';

export interface PublishedFile {
  url: string;
  bytes: number;
  /** The checksum in hexadecimal: of its bytes, or as git names it. */
  hash: { kind: 'sha256' | 'git'; value: string };
}

interface Progress {
  /** Called with the bytes that are there so far. */
  onBytes?: (bytes: number) => void;
  /** How long nothing may come before it is given up. */
  stallMs?: number;
  signal?: AbortSignal;
}

/** Whether the file is there and is the one that was published. */
async function isPublishedFile(path: string, { bytes, hash }: PublishedFile): Promise<boolean> {
  if ((await sizeOf(path)) !== bytes) return false;
  const digest = createHash(hash.kind === 'git' ? 'sha1' : 'sha256');
  if (hash.kind === 'git') digest.update(`blob ${bytes}\0`);
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex') === hash.value;
}

/**
 * Fetches a file to `path`, where it appears only when it is whole and is the published one. What was fetched before
 * is fetched no more: what came of a file that broke off stays in `path`.part, and the next try asks for the rest.
 * @throws AppError model_unreachable, model_differs; the signal's reason
 */
export async function fetchFile(path: string, file: PublishedFile, progress: Progress = {}): Promise<void> {
  if (await isPublishedFile(path, file)) return;
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  await download(part, file, progress);
  if (!(await isPublishedFile(part, file))) {
    await rm(part, { force: true });
    throw new AppError('model_differs', { detail: `${file.url} is not the file that was published.` });
  }
  await rename(part, path);
}

async function download(part: string, file: PublishedFile, progress: Progress): Promise<void> {
  const { onBytes, stallMs = 30_000, signal } = progress;
  const { url, bytes } = file;
  let size = Math.max(0, await sizeOf(part));
  if (size > bytes) size = 0;
  if (size === bytes) return;
  const stalled = new AbortController();
  const timer = setTimeout(
    () => stalled.abort(new Error(`${url} sent nothing for ${stallMs / 1000} s.`)),
    stallMs,
  );
  const handle = await open(part, size === 0 ? 'w' : 'r+');
  try {
    const until = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
    const headers = { 'accept-encoding': 'identity', ...(size > 0 && { range: `bytes=${size}-` }) };
    const response = await unlessAborted(fetch(url, { headers, signal: until }), until);
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    // A server that does not know ranges begins again.
    if (response.status !== 206) size = 0;
    onBytes?.(size);
    for await (const chunk of readUnlessAborted(response.body, until)) {
      timer.refresh();
      if (size + chunk.byteLength > bytes)
        throw new AppError('model_differs', {
          detail: `${url} is larger than the ${bytes} bytes published.`,
        });
      await handle.write(chunk, 0, chunk.byteLength, size);
      size += chunk.byteLength;
      onBytes?.(size);
    }
    await handle.truncate(size);
    if (size < bytes) throw new Error(`${url} broke off after ${size} of ${bytes} bytes.`);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof AppError || isLocal(cause)) throw cause;
    throw new AppError('model_unreachable', { detail: reasonOf(cause), cause });
  } finally {
    clearTimeout(timer);
    await handle.close();
  }
}

/** A fault of this machine's disk, not of the way to the publisher. */
function isLocal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    ['write', 'open', 'ftruncate'].includes(String(error.syscall))
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => -1,
  );
}
