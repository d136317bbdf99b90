import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

export interface PublishedFile {
  url: string;
  bytes: number;
  sha256: string;
}

interface Progress {
  /** Called with the bytes that are there so far. */
  onBytes?: (bytes: number) => void;
  /** How long nothing may come before it is given up. */
  stallMs?: number;
}

/** Whether the file is there and is the one that was published. */
export async function isPublishedFile(path: string, { bytes, sha256 }: PublishedFile): Promise<boolean> {
  const size = await stat(path).then(
    (found) => found.size,
    () => -1,
  );
  if (size !== bytes) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
}

/**
 * Fetches a file to `path`, where it appears only when it is whole and is the published one. What was fetched before
 * is fetched no more.
 * @throws Error whose message says what is wrong: no connection, another size, another checksum
 */
export async function fetchFile(path: string, file: PublishedFile, progress: Progress = {}): Promise<void> {
  if (await isPublishedFile(path, file)) return;
  const part = `${path}.part`;
  try {
    await download(part, file, progress);
    if (!(await isPublishedFile(part, file)))
      throw new Error(`${file.url} is not the file that was published.`);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

async function download(
  part: string,
  { url, bytes }: PublishedFile,
  { onBytes, stallMs = 30_000 }: Progress,
) {
  const stalled = new AbortController();
  const timer = setTimeout(
    () => stalled.abort(new Error(`${url} sent nothing for ${stallMs / 1000} s.`)),
    stallMs,
  );
  const handle = await open(part, 'w');
  try {
    const response = await fetch(url, { signal: stalled.signal });
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    let size = 0;
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      size += chunk.byteLength;
      if (size > bytes) throw new Error(`${url} is larger than the ${bytes} bytes that were published.`);
      await handle.writeFile(chunk);
      onBytes?.(size);
    }
  } finally {
    clearTimeout(timer);
    await handle.close();
  }
}
