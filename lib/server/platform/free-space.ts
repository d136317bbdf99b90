import { statfs } from 'node:fs/promises';
import { AppError } from '../../contracts/errors.ts';
import { env } from './env.ts';

const megabyte = 1024 * 1024;

/**
 * Refuses what would eat into the reserve that the database and the logs need on the same disk.
 * @param folder exists
 * @throws AppError storage_full
 */
export async function requireFreeSpace(folder: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < env().MIN_FREE_MB * megabyte) throw storageFull();
}

const fullDiskCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether a fault is that the disk is full or read-only. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && fullDiskCodes.has(error.code)) || isFullDisk(error.cause);
}

/** A full disk as the error that is answered. A page that is still open tries again by itself after such a wait. */
export function storageFull(cause?: unknown): AppError {
  return new AppError('storage_full', { cause, retryAfterS: 60 });
}
