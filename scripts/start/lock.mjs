import { createHash } from 'node:crypto';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { print } from './progress.mjs';

/**
 * The report of a lock's holder about itself.
 * @typedef {{ pid: number, state: string, url?: string }} Holder
 */

const answerLimitMs = 2_000;
const retryMs = 250;

/**
 * The lock's id, and the port that stands for it: below those that `freePort` gives to programs.
 * @param {string} key
 */
export function lockAddress(key) {
  const id = createHash('sha256').update(key).digest('hex');
  return { id, port: 20_000 + (Number.parseInt(id.slice(0, 6), 16) % 4_000) };
}

/**
 * Tries to acquire a lock: a listening loopback port derived from its key. The kernel frees it when its holder ends, so no lock is
 * stale.
 * @param {string} key
 * @param {() => Holder} describe its result is sent to each program that finds the lock taken
 * @returns {Promise<{ release: () => void } | { holder: Holder | undefined }>} no holder if it does not answer, or
 * another program has the port
 */
export async function tryLock(key, describe) {
  const { id, port } = lockAddress(key);
  const server = await listen(port, () => JSON.stringify({ id, ...describe() }));
  if (server !== undefined) return { release: () => void server.close() };
  const answer = await askHolder(port);
  return { holder: answer?.id === id ? answer : undefined };
}

/**
 * Waits for a lock and acquires it.
 * @param {string} key
 * @param {() => Holder} describe
 * @param {{ onBusy: (holder: Holder | undefined, isFirst: boolean) => void, signal?: AbortSignal, unknownHolderMs?: number }} options
 * `onBusy` is called each time the lock is taken; it may throw to give up
 * @returns {Promise<() => void>} releases the lock
 * @throws {Error} after `unknownHolderMs` without a holder that answers
 */
export async function acquireLock(key, describe, { onBusy, signal, unknownHolderMs = 40_000 }) {
  let answeredAtMs = Date.now();
  for (let isFirst = true; ; isFirst = false) {
    const lock = await tryLock(key, describe);
    if ('release' in lock) return lock.release;
    signal?.throwIfAborted();
    onBusy(lock.holder, isFirst);
    if (lock.holder !== undefined) answeredAtMs = Date.now();
    else if (Date.now() - answeredAtMs >= unknownHolderMs)
      throw new Error(
        `Another program holds port ${lockAddress(key).port} of this machine, by which Ovoz takes turns; wait for its end, or end it.`,
      );
    await delay(retryMs, undefined, { signal });
  }
}

/**
 * Runs one task at a time for a key, on this machine.
 * @template T
 * @param {string} key
 * @param {string} busySentence printed if it has to wait
 * @param {() => Promise<T>} task
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function runExclusively(key, busySentence, task, signal) {
  const describe = () => ({ pid: process.pid, state: 'working' });
  const onBusy = (_holder, isFirst) => isFirst && print(`  … ${busySentence}, waiting for it`);
  const release = await acquireLock(key, describe, { onBusy, signal });
  try {
    return await task();
  } finally {
    release();
  }
}

function listen(port, answer) {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.end(answer());
    });
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });
}

function askHolder(port) {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1');
    socket.setTimeout(answerLimitMs, () => socket.destroy());
    socket.on('data', (data) => (text += data));
    socket.on('error', () => {});
    socket.on('close', () => {
      try {
        resolve(JSON.parse(text));
      } catch {
        resolve(undefined);
      }
    });
  });
}
