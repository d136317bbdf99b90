import type * as FileSystem from 'node:fs/promises';
import { vi } from 'vitest';

const realFs = await vi.importActual<typeof FileSystem>('node:fs/promises');

/** Free space of the disk, for `vi.mock(import('node:fs/promises'), async () => (await import('…/disk.ts')).fsOnDisk)`. */
export const disk = { freeBytes: 1e12 };

export const fsOnDisk = {
  ...realFs,
  statfs: async (folder: string) =>
    Object.assign(await realFs.statfs(folder), { bavail: disk.freeBytes, bsize: 1 }),
} as typeof realFs;
