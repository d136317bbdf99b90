import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './progress.mjs';

/** Below this Postgres cannot extend its log, and ends. */
const neededBytes = 64 * 1024 * 1024;
const lookAgainMs = 5_000;

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

export function isFull(dir: string, free = freeBytes): boolean {
  return free(dir) < neededBytes;
}

/** Says what to do about a full disk, and waits until somebody has done it or the signal ends the wait. */
export async function waitForSpace(dir: string, signal: AbortSignal, free = freeBytes): Promise<void> {
  const wantedMb = Math.round(neededBytes / 1024 ** 2);
  say(`  ! The disk of ${dir} is full. Free ${wantedMb} MB there: it goes on by itself then.`);
  while (!signal.aborted && isFull(dir, free))
    await delay(lookAgainMs, undefined, { signal }).catch(() => {});
  if (!signal.aborted) say('  The disk has room again; it goes on.');
}
