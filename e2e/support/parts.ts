import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';

/** Ends a part of the product at once, with all its processes, as a crash does; the start command brings it back. */
export function killPart(part: 'web' | 'agent' | 'livekit', dataDir = process.env.DATA_DIR ?? '.data'): void {
  const file = path.join(dataDir, 'run', `${part}.pid`);
  process.kill(-Number(readFileSync(file, 'utf8').split('\n', 1)[0]), 'SIGKILL');
}

/** Waits until every part is there again. */
export async function allPartsRun(request: APIRequestContext): Promise<void> {
  await expect(async () => {
    expect((await request.get('/api/health')).status()).toBe(200);
  }).toPass({ timeout: 60_000 });
}
