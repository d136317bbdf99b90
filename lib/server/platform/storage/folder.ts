import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkKey, type ByteRange, type Storage } from './storage.ts';

const readChunkBytes = 256 * 1024;

/** Stores files under `dataDir`/audio. */
export function folderStorage(dataDir: string): Storage {
  // Without these hints the bundler would include files whose names begin alike.
  const root = join(/* turbopackIgnore: true */ dataDir, 'audio');
  const spoolFolder = join(/* turbopackIgnore: true */ dataDir, 'audio-incoming');
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'));

  return {
    spoolFolder,

    async put(key, file) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await flush(file.path);
      await moveInto(file.path, target);
      await flush(dirname(target));
    },

    async get(key, range) {
      const handle = await open(pathOf(key)).catch(nullIfAbsent);
      return handle && streamOf(handle, range);
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },

    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await access(root, constants.W_OK);
    },
  };
}

/** A rename shows the whole file or nothing. Across file systems it first copies beside the target. */
async function moveInto(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyFile(from, `${to}.part`);
    await flush(`${to}.part`);
    await rename(`${to}.part`, to);
    await rm(from, { force: true });
  }
}

/** Makes a file, or a folder's entries, survive a loss of power. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads a part of an open file on demand, and closes it at the end or on cancel. */
function streamOf(handle: FileHandle, range: ByteRange | undefined): ReadableStream<Uint8Array> {
  let position = range?.start ?? 0;
  const end = range === undefined ? Infinity : range.end + 1;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(readChunkBytes, end - position));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      position += bytesRead;
      if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
      if (bytesRead > 0 && position < end) return;
      await handle.close();
      controller.close();
    },
    cancel: () => handle.close(),
  });
}

function nullIfAbsent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
