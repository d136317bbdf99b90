/** The wait for the next call after a finished conversation. */
export const cooldownMs = 30 * 60 * 1000;

/** The key in session storage of the cooldown's end, in milliseconds since 1970. */
export const cooldownKey = 'ovoz_cooldown_until';

type KeyValueStorage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** When the next call is possible, in milliseconds since 1970; null when it is possible now. */
export function cooldownUntilMs(storage: KeyValueStorage, nowMs: number): number | null {
  const untilMs = Number(storage.getItem(cooldownKey));
  return untilMs > nowMs && untilMs <= nowMs + cooldownMs ? untilMs : null;
}

/** Starts a cooldown and returns its end. `lengthMs` is the rest of the server's cooldown, if that ends earlier. */
export function startCooldown(storage: KeyValueStorage, nowMs: number, lengthMs = cooldownMs): number {
  const untilMs = nowMs + Math.min(lengthMs, cooldownMs);
  storage.setItem(cooldownKey, String(untilMs));
  return untilMs;
}
