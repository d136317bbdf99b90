import { expect, it } from 'vitest';
import { PromiseCache } from './promise-cache.ts';

it('makes a value once, and again after a failure', async () => {
  const cache = new PromiseCache<number>(9);
  let count = 0;
  const fails = async () => Promise.reject(new Error(`attempt ${++count}`));
  const one = cache.getOrMake('a', fails);
  expect(cache.getOrMake('a', fails)).toBe(one);
  await expect(one).rejects.toThrow('attempt 1');
  expect(cache.get('a')).toBeUndefined();
  expect(await cache.getOrMake('a', async () => ++count)).toBe(2);
  expect(await cache.get('a')).toBe(2);
});

it('evicts the oldest value, whose late failure does not remove its successor', async () => {
  const cache = new PromiseCache<string>(2);
  const late = Promise.withResolvers<string>();
  const first = cache.getOrMake('a', () => late.promise);
  for (const key of ['b', 'c', 'a']) void cache.getOrMake(key, async () => `new ${key}`);
  expect(cache.get('b')).toBeUndefined();
  late.reject(new Error('late'));
  await expect(first).rejects.toThrow('late');
  expect(await cache.get('a')).toBe('new a');
});
