import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;

/** Polls until the condition holds. @returns false if it did not hold in time @throws AbortError once the signal aborts */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const endMs = Date.now() + limitMs; !(await condition()); await delay(pollMs, undefined, { signal }))
    if (Date.now() > endMs) return false;
  return true;
}
