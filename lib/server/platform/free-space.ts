import { statfs } from 'node:fs/promises';
import { AppError } from '../../contracts/errors.ts';
import { env } from './env.ts';

export const megabyte = 1024 * 1024;

/**
 * Refuses a write that would use the disk space reserved for the database and the logs.
 * @param folder an existing folder
 * @throws AppError storage_full
 */
export async function requireFreeSpace(folder: string, bytes = 0): Promise<void> {
  if ((await spareBytes(folder)) < bytes) throw storageFull();
}

/** The free space beyond MIN_FREE_MB; negative on a full disk. */
export async function spareBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - env().MIN_FREE_MB * megabyte;
}

/** The bytes to write before measuring the disk again: other processes write to it too. */
const measureEveryBytes = 4 * megabyte;
/** The bytes of all uploads of this process, expected or written. */
let reservedBytes = 0;

export interface SpaceReservation {
  /**
   * Call it for each piece that was written.
   * @throws AppError storage_full once the reserve is touched
   */
  wrote(bytes: number): Promise<void>;
  release(): void;
}

/**
 * Reserves disk space for an upload of `bytes` or more, beside the other uploads.
 * @param folder an existing folder
 * @throws AppError storage_full
 */
export async function reserveSpace(folder: string, bytes: number): Promise<SpaceReservation> {
  const { SPOOL_MB = Infinity } = env();
  let [reservedHere, writtenBytes, measuredAtBytes] = [0, 0, 0];
  const reserve = (moreBytes: number) => {
    reservedHere += moreBytes;
    reservedBytes += moreBytes;
    // The file system does not show an emptyDir's limit in Kubernetes; the kubelet ends a pod that exceeds it.
    if (reservedBytes > SPOOL_MB * megabyte) throw storageFull();
  };
  const release = () => {
    reservedBytes -= reservedHere;
    reservedHere = 0;
  };
  try {
    reserve(bytes);
    await requireFreeSpace(folder, reservedBytes);
  } catch (error) {
    release();
    throw error;
  }
  return {
    async wrote(pieceBytes) {
      writtenBytes += pieceBytes;
      if (writtenBytes > reservedHere) reserve(writtenBytes - reservedHere);
      if (writtenBytes - measuredAtBytes < measureEveryBytes) return;
      measuredAtBytes = writtenBytes;
      // An upload may use its own bytes; beyond them it must leave those of others.
      await requireFreeSpace(folder, writtenBytes > bytes ? reservedBytes - reservedHere : 0);
    },
    release,
  };
}

const fullDiskCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS']);

/** True if the error says that the disk is full or read-only. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && fullDiskCodes.has(error.code)) || isFullDisk(error.cause);
}

/** Converts a full disk to the error that we answer. An open page retries after this wait. */
export function storageFull(cause?: unknown): AppError {
  return new AppError('storage_full', { cause, retryAfterS: 60 });
}
