/** How long a visitor waits for the next call once the agent has closed one. */
export const cooldownMs = 30 * 60 * 1000;

/** The key in session storage of the cooldown's end, in milliseconds since 1970. */
export const cooldownKey = 'ovoz_cooldown_until';

type KeyValueStorage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** When the next call is possible, in milliseconds since 1970; null when it is possible now. */
export function cooldownUntilMs(storage: KeyValueStorage, nowMs: number): number | null {
  const untilMs = Number(storage.getItem(cooldownKey));
  return untilMs > nowMs && untilMs <= nowMs + cooldownMs ? untilMs : null;
}

/** Starts a cooldown and returns its end. The server's own cooldown may end earlier. */
export function startCooldown(storage: KeyValueStorage, nowMs: number, lengthMs = cooldownMs): number {
  const untilMs = nowMs + Math.min(lengthMs, cooldownMs);
  storage.setItem(cooldownKey, String(untilMs));
  return untilMs;
}
