import { expect, test, vi } from 'vitest';
import { tabLock } from './tab-lock';

test('one tab has the lock; another one may steal it, and releases it at the end', async () => {
  const stolen = vi.fn();
  const acquire = (mustSteal: boolean, onStolen = () => {}) => tabLock.acquire({ mustSteal, onStolen });
  expect(await acquire(false, stolen)).not.toBeNull();
  expect(await acquire(false)).toBeNull();
  expect(stolen).not.toHaveBeenCalled();
  const second = await acquire(true);
  await expect.poll(() => stolen).toHaveBeenCalledOnce();
  expect(await acquire(false)).toBeNull();
  second?.();
  let third = null as Awaited<ReturnType<typeof acquire>>;
  await expect.poll(async () => (third = await acquire(false))).not.toBeNull();
  third?.();
});
