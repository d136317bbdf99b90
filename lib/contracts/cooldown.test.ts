import { beforeEach, expect, test } from 'vitest';
import { cooldownKey, cooldownMs, cooldownUntilMs, startCooldown } from './cooldown';

const nowMs = 1_800_000_000_000;
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

beforeEach(() => kept.clear());

test('lasts 30 minutes and is forgotten after them', () => {
  expect(cooldownMs).toBe(1_800_000);
  expect(startCooldown(storage, nowMs)).toBe(nowMs + 1_800_000);
  expect(cooldownUntilMs(storage, nowMs + 1_799_999)).toBe(nowMs + 1_800_000);
  expect(cooldownUntilMs(storage, nowMs + 1_800_000)).toBeNull();
  expect(kept.size).toBe(0);
});

test('takes what is left of the one that the server keeps, never more than a whole one', () => {
  expect(startCooldown(storage, nowMs, 60_000)).toBe(nowMs + 60_000);
  expect(startCooldown(storage, nowMs, 86_400_000)).toBe(nowMs + cooldownMs);
});

test.each(['', 'soon', String(nowMs + 2 * cooldownMs)])('a stored %j is no cooldown', (value) => {
  kept.set(cooldownKey, value);
  expect(cooldownUntilMs(storage, nowMs)).toBeNull();
});
