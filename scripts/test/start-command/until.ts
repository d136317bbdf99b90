import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;

/** @throws Error with what is told of the state if the condition does not come true in time */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs: number,
  tell: () => string,
): Promise<void> {
  for (const end = Date.now() + limitMs; !(await condition()); await delay(pollMs))
    if (Date.now() > end) throw new Error(`Not in ${limitMs} ms. ${tell()}`);
}
