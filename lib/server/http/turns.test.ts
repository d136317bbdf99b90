import { expect, test } from 'vitest';
import { inTurn as inTurnOf } from './turns.ts';

const inTurn = <T>(address: string, work: () => Promise<T>) => inTurnOf(address, work, 4);

test('the work of one address waits for its own, not for others', async () => {
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = inTurn('a', () => held.promise.then(() => order.push('a1')));
  const second = inTurn('a', async () => order.push('a2'));
  await inTurn('b', async () => order.push('b'));
  expect(order).toEqual(['b']);
  held.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['b', 'a1', 'a2']);
});

test('a fault is its own; too many at once are told to come later', async () => {
  const held = Promise.withResolvers<void>();
  const failing = inTurn('c', () => held.promise.then(() => Promise.reject(new Error('mine'))));
  const others = [1, 2, 3].map(() => inTurn('c', async () => 'done'));
  await expect(inTurn('c', async () => 'one more')).rejects.toMatchObject({ code: 'rate_limited' });
  held.resolve();
  await expect(failing).rejects.toThrow('mine');
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
});
