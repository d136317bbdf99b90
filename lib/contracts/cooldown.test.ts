import { beforeEach, expect, test } from 'vitest';
import { cooldownKey, cooldownMs, cooldownUntilMs, startCooldown } from './cooldown';

const nowMs = 1_800_000_000_000;
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
};

beforeEach(() => stored.clear());

test('a cooldown lasts 30 minutes', () => {
  expect(cooldownMs).toBe(1_800_000);
  expect(startCooldown(storage, nowMs)).toBe(nowMs + 1_800_000);
  expect(cooldownUntilMs(storage, nowMs + 1_799_999)).toBe(nowMs + 1_800_000);
  expect(cooldownUntilMs(storage, nowMs + 1_800_000)).toBeNull();
});

test('a cooldown lasts as long as the server says, but at most 30 minutes', () => {
  expect(startCooldown(storage, nowMs, 60_000)).toBe(nowMs + 60_000);
  expect(startCooldown(storage, nowMs, 86_400_000)).toBe(nowMs + cooldownMs);
});

test.each(['', 'soon', String(nowMs + 2 * cooldownMs)])('a stored %j is no cooldown', (value) => {
  stored.set(cooldownKey, value);
  expect(cooldownUntilMs(storage, nowMs)).toBeNull();
});
