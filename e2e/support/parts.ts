import { expect, type APIRequestContext } from '@playwright/test';
import { readPids } from '../../scripts/start/processes.ts';

export type PartName = 'web' | 'agent' | 'livekit' | 'postgres';

/** Kills the process group of a part; the start command restarts the part. */
export function killPart(part: PartName, dataDir?: string): void {
  signalPart(part, 'SIGKILL', dataDir);
}

/** Sends a signal to the process group of a part. */
export function signalPart(part: PartName, signal: NodeJS.Signals, dataDir?: string): void {
  process.kill(-partPid(part, dataDir), signal);
}

/** The first process of a part. */
export function partPid(part: PartName, dataDir = process.env.DATA_DIR ?? '.data'): number {
  const { [part]: partProcess } = readPids(dataDir);
  if (partProcess === undefined) throw new Error(`${part} is not running.`);
  return partProcess.pid;
}

/** Waits until every part is up again. */
export async function untilAllPartsRun(request: APIRequestContext): Promise<void> {
  await expect(async () => {
    expect((await request.get('/api/health')).status()).toBe(200);
  }).toPass({ timeout: 60_000 });
}
