import { expect, test } from 'vitest';
import type { Holder } from './lock.mjs';
import { oneAtATime, takeLock } from './lock.mjs';

const key = `lock.test ${process.pid}`;
const describeUs = () => ({ pid: process.pid, state: 'running', url: 'http://localhost:3000' });

test('the holder of a taken lock describes itself', async () => {
  const free = await takeLock(key, describeUs, () => {});
  const seen: (Holder | undefined)[] = [];
  const refused = takeLock(key, describeUs, (holder) => {
    seen.push(holder);
    throw new Error('taken');
  });
  await expect(refused).rejects.toThrow('taken');
  expect(seen).toEqual([expect.objectContaining(describeUs())]);
  free();
});

test('another key is another lock', async () => {
  const free = await takeLock(key, describeUs, () => {});
  const freeOther = await takeLock(`${key} other`, describeUs, () => {
    throw new Error('taken');
  });
  freeOther();
  free();
});

test('tasks of one key take turns, also after one that failed', async () => {
  let running = 0;
  let most = 0;
  const task = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    throw new Error('failed');
  };
  const all = [1, 2, 3].map(() => oneAtATime(key, () => {}, task));
  const results = await Promise.allSettled(all);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(most).toBe(1);
});
