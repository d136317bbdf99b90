import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reserveSpace } from '../free-space.ts';
import { storage } from './index.ts';

/**
 * Writes bytes to the spool, passes the file to `take` and removes it afterwards.
 * @throws AppError storage_full, and what `take` throws
 */
export async function withSpooled(
  bytes: Uint8Array,
  take: (file: { path: string; size: number }) => Promise<void>,
): Promise<void> {
  const folder = storage().spoolFolder;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const space = await reserveSpace(folder, bytes.length);
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    await take({ path, size: bytes.length });
  } finally {
    space.release();
    await rm(path, { force: true });
  }
}
