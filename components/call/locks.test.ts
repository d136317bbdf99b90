import { expect, test, vi } from 'vitest';
import { acquireLock } from './locks';

test('one tab has a lock; another one may steal it, and releases it at the end', async () => {
  const acquire = (options: { steal?: boolean }, onStolen?: () => void) =>
    acquireLock('a', { ifAvailable: !options.steal, ...options }, onStolen);
  const stolen = vi.fn();
  expect(await acquire({}, stolen)).not.toBeNull();
  expect(await acquire({})).toBeNull();
  expect(stolen).not.toHaveBeenCalled();
  const release = await acquire({ steal: true });
  await expect.poll(() => stolen).toHaveBeenCalledOnce();
  expect(await acquire({})).toBeNull();
  const waiting = acquireLock('a');
  release?.();
  (await waiting)?.();
});
