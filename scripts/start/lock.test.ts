import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Holder } from './lock.mjs';
import { acquireLock, lockAddress, runExclusively } from './lock.mjs';

const key = `lock.test ${process.pid}`;
const describeUs = () => ({ pid: process.pid, state: 'running', url: 'http://localhost:3000' });

test('the holder of a taken lock describes itself', async () => {
  const release = await acquireLock(key, describeUs, { onBusy: () => {} });
  const holders: (Holder | undefined)[] = [];
  const secondLock = acquireLock(key, describeUs, {
    onBusy: (holder) => {
      holders.push(holder);
      throw new Error('taken');
    },
  });
  await expect(secondLock).rejects.toThrow('taken');
  expect(holders).toEqual([expect.objectContaining(describeUs())]);
  release();
});

test('another key is another lock', async () => {
  const release = await acquireLock(key, describeUs, { onBusy: () => {} });
  const releaseOther = await acquireLock(`${key} other`, describeUs, {
    onBusy: () => {
      throw new Error('taken');
    },
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

test('a task that waits for another one ends with the signal, and is announced once', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const release = await acquireLock(key, describeUs, { onBusy: () => {} });
  const stopping = new AbortController();
  const run = runExclusively(key, 'another task is running', async () => 'ran', stopping.signal);
  await expect.poll(() => output).toHaveBeenCalledWith('  … another task is running, waiting for it\n');
  stopping.abort(new Error('Ctrl-C'));
  await expect(run).rejects.toThrow();
  expect(output).toHaveBeenCalledOnce();
  release();
});

test('a program that is not ours and has the lock’s port is named after a while', async () => {
  const { port } = lockAddress(key);
  const stranger = net.createServer((socket) => socket.end('hello')).listen(port, '127.0.0.1');
  onTestFinished(() => void stranger.close());
  await once(stranger, 'listening');
  const lock = acquireLock(key, describeUs, { onBusy: () => {}, unknownHolderMs: 0 });
  await expect(lock).rejects.toThrow(`Another program holds port ${port}`);
});
