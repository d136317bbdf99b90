import { expect, test, vi } from 'vitest';
import { claimCall } from './one-call';

test('one tab has the call: another one is told, takes it over if it wants to, and gives it back at its end', async () => {
  const lost = vi.fn();
  const first = await claimCall(false, lost);
  expect(first).not.toBeNull();
  expect(await claimCall(false, vi.fn())).toBeNull();
  expect(lost).not.toHaveBeenCalled();
  const second = await claimCall(true, vi.fn());
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  expect(await claimCall(false, vi.fn())).toBeNull();
  second?.();
  await vi.waitFor(async () => {
    const third = await claimCall(false, vi.fn());
    expect(third).not.toBeNull();
    third?.();
  });
});
