import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;

/** Polls until the condition holds. @returns false if it did not in time @throws AbortError once the signal aborts */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const end = Date.now() + limitMs; !(await condition()); await delay(pollMs, undefined, { signal }))
    if (Date.now() > end) return false;
  return true;
}
