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
  if ((await spareBytes(folder)) < bytes) throw storageFull();
}

/** How much may be written beside that reserve; below zero on a full disk. */
export async function spareBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - env().MIN_FREE_MB * megabyte;
}

/** How much may be written before the disk is looked at again: other processes write on it too. */
const lookEveryBytes = 4 * megabyte;
/** Bytes that writes under way in this process have still to write. */
let outstandingBytes = 0;
/** The same, and what they have written already. */
let spooledBytes = 0;

/** An emptyDir of Kubernetes has a limit of its own, which the file system does not tell: the kubelet ends a pod that passes it. */
function requireSpool(): void {
  const { SPOOL_MB } = env();
  if (SPOOL_MB !== undefined && spooledBytes > SPOOL_MB * megabyte) throw storageFull();
}

export interface SpaceReservation {
  /** To be told of each piece that is written. @throws AppError storage_full once the reserve is touched */
  wrote(bytes: number): Promise<void>;
  release(): void;
}

/**
 * Holds room for `bytes` that are about to be written, beside what others have been promised.
 * @param folder exists
 * @param isSpool whether SPOOL_MB counts them
 * @throws AppError storage_full
 */
export async function reserveSpace(
  folder: string,
  bytes: number,
  { isSpool }: { isSpool: boolean },
): Promise<SpaceReservation> {
  let [remaining, unlooked, held] = [bytes, 0, 0];
  const spool = (more: number) => {
    if (!isSpool) return;
    held += more;
    spooledBytes += more;
    requireSpool();
  };
  const settle = (written: number) => {
    outstandingBytes -= written;
    remaining -= written;
  };
  const release = () => {
    settle(remaining);
    spooledBytes -= held;
    held = 0;
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
      // A reservation keeps what it was promised; beyond that it must not use what others were promised.
      await requireFreeSpace(folder, remaining > 0 ? 0 : outstandingBytes);
    },
    release,
  };
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
