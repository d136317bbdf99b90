import { expect, test } from 'vitest';
import { serialize as serializeWithLimit } from './keyed-queue.ts';

const serialize = <T>(address: string, work: () => Promise<T>) => serializeWithLimit(address, work, 4);

test('requests of one address wait for each other, not for other addresses', async () => {
  const blocker = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = serialize('a', () => blocker.promise.then(() => order.push('a1')));
  const second = serialize('a', async () => order.push('a2'));
  await serialize('b', async () => order.push('b'));
  expect(order).toEqual(['b']);
  blocker.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['b', 'a1', 'a2']);
});

test('a failed task does not affect the next ones; too many at once are refused with Retry-After', async () => {
  const blocker = Promise.withResolvers<void>();
  const failing = serialize('c', () => blocker.promise.then(() => Promise.reject(new Error('task failed'))));
  const others = [1, 2, 3].map(() => serialize('c', async () => 'done'));
  await expect(serialize('c', async () => 'one more')).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterS: 10,
  });
  blocker.resolve();
  await expect(failing).rejects.toThrow('task failed');
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
});
