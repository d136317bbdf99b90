import { statfs } from 'node:fs/promises';
import { AppError } from '../../contracts/errors.ts';
import { env } from './env.ts';

const megabyte = 1024 * 1024;

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
const lookEveryBytes = 4 * megabyte;
/** The remaining bytes of all reservations of this process. */
let outstandingBytes = 0;
/** All bytes of these reservations, with those that were already written. */
let spooledBytes = 0;

/** The file system does not show an emptyDir's limit in Kubernetes; the kubelet ends a pod that exceeds it. */
function requireSpool(): void {
  const { SPOOL_MB } = env();
  if (SPOOL_MB !== undefined && spooledBytes > SPOOL_MB * megabyte) throw storageFull();
}

export interface SpaceReservation {
  /**
   * Call it for each piece that was written.
   * @throws AppError storage_full once the reserve is touched
   */
  wrote(bytes: number): Promise<void>;
  release(): void;
}

/**
 * Reserves disk space besides the other reservations of this process.
 * @param folder an existing folder
 * @param isSpool true if SPOOL_MB limits these bytes
 * @throws AppError storage_full
 */
export async function reserveSpace(
  folder: string,
  bytes: number,
  { isSpool }: { isSpool: boolean },
): Promise<SpaceReservation> {
  let [remaining, unlooked, spooled] = [bytes, 0, 0];
  const spool = (more: number) => {
    if (!isSpool) return;
    spooled += more;
    spooledBytes += more;
    requireSpool();
  };
  const settle = (written: number) => {
    outstandingBytes -= written;
    remaining -= written;
  };
  const release = () => {
    settle(remaining);
    spooledBytes -= spooled;
    spooled = 0;
  };
  outstandingBytes += bytes;
  try {
    spool(bytes);
    await requireFreeSpace(folder, outstandingBytes);
  } catch (error) {
    release();
    throw error;
  }
  return {
    async wrote(written) {
      const beyond = Math.max(0, written - remaining);
      settle(written - beyond);
      if (beyond > 0) spool(beyond);
      unlooked += written;
      if (unlooked < lookEveryBytes) return;
      unlooked = 0;
      // Beyond its own bytes, a reservation must not use the bytes of others.
      await requireFreeSpace(folder, remaining > 0 ? 0 : outstandingBytes);
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
