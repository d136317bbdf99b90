import { expect, test } from 'vitest';
import type { Holder } from './lock.mjs';
import { runExclusively, acquireLock } from './lock.mjs';

const key = `lock.test ${process.pid}`;
const describeUs = () => ({ pid: process.pid, state: 'running', url: 'http://localhost:3000' });

test('the holder of a taken lock describes itself', async () => {
  const release = await acquireLock(key, describeUs, () => {});
  const holders: (Holder | undefined)[] = [];
  const secondLock = acquireLock(key, describeUs, (holder) => {
    holders.push(holder);
    throw new Error('taken');
  });
  await expect(secondLock).rejects.toThrow('taken');
  expect(holders).toEqual([expect.objectContaining(describeUs())]);
  release();
});

test('another key is another lock', async () => {
  const release = await acquireLock(key, describeUs, () => {});
  const releaseOther = await acquireLock(`${key} other`, describeUs, () => {
    throw new Error('taken');
  });
  releaseOther();
  release();
});

test('tasks of one key take turns, also after one that failed', async () => {
  let running = 0;
  let mostAtOnce = 0;
  const task = async () => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    throw new Error('failed');
  };
  const runs = [1, 2, 3].map(() => runExclusively(key, 'another task is running', task));
  const results = await Promise.allSettled(runs);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(mostAtOnce).toBe(1);
});
