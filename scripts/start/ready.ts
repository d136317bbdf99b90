import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '../../lib/contracts/health.ts';
import type { Launch } from './launch.ts';
import { logFileOf } from './run-command.mjs';
import { StepFailed } from './progress.mjs';

/** In development its first answer waits for the compiler. */
const webLimitMs = 180_000;
const partsLimitMs = 60_000;
const pollMs = 100;

/** @throws StepFailed if the web app does not answer in time */
export async function waitForWeb(launch: Launch): Promise<void> {
  const answered = await poll(launch, webLimitMs, async () => (await readHealth(launch)) !== undefined);
  if (answered) return;
  throw new StepFailed('The web app does not answer.', {
    logFile: launch.dev ? undefined : logFileOf(launch, 'web'),
    advice: 'see the log above.',
  });
}

/** Waits until no part is down. @returns a sentence for each one that still is when the time is up */
export async function waitForParts(launch: Launch): Promise<string[]> {
  let down: string[] = [];
  await poll(launch, partsLimitMs, async () => {
    const parts = (await readHealth(launch))?.parts;
    if (parts === undefined) return false;
    down = Object.entries(parts)
      .filter(([, part]) => part.state === 'down')
      .map(([name, part]) => `${name} is down: ${part.detail ?? 'no reason given'}`);
    return down.length === 0;
  });
  return down;
}

async function readHealth({ env, signal }: Launch): Promise<Health | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/api/health`, { signal });
    const health: Health = await response.json();
    return health;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function poll({ signal }: Launch, limitMs: number, isDone: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await delay(pollMs, undefined, { signal }))
    if (await isDone()) return true;
  return false;
}
