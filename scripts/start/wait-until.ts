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

/** @throws Error that names the condition, or gives the state then, if it does not hold in time */
export async function until(
  what: string | (() => string),
  condition: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  if (await waitUntil(condition, limitMs)) return;
  throw new Error(`Timed out after ${limitMs / 1000} s: ${typeof what === 'string' ? what : what()}`);
}

/** True if the address answers with success. */
export async function isAnswering(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}
