import { createHash } from 'node:crypto';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Identity of a lock's holder.
 * @typedef {{ pid: number, state: string, url?: string }} Holder
 */

const answerLimitMs = 2_000;
const retryMs = 250;

/**
 * Takes a lock that is a listening loopback port derived from its key: the kernel frees it on any death of the
 * holder, so no stale lock can exist. Whoever finds it taken is told by the holder what it does.
 * @param {string} key
 * @param {() => Holder} describe
 * @param {(holder: Holder | undefined, waitedMs: number) => void} onBusy may throw to give up; undefined: the
 *   holder does not answer, or another program has the port
 * @returns {Promise<() => void>} frees the lock
 */
export async function takeLock(key, describe, onBusy) {
  const id = createHash('sha256').update(key).digest('hex');
  // Below the range from which kernels give ports to outgoing connections.
  const port = 20_000 + (Number.parseInt(id.slice(0, 6), 16) % 12_000);
  const since = Date.now();
  for (;;) {
    const server = await listen(port, () => JSON.stringify({ id, ...describe() }));
    if (server !== undefined) return () => void server.close();
    const answer = await ask(port);
    onBusy(answer?.id === id ? answer : undefined, Date.now() - since);
    await delay(retryMs);
  }
}

/**
 * Runs one task at a time for a key, on this machine.
 * @template T
 * @param {string} key
 * @param {() => void} onWait
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function oneAtATime(key, onWait, task) {
  let told = false;
  const free = await takeLock(
    key,
    () => ({ pid: process.pid, state: 'working' }),
    () => {
      if (!told) onWait();
      told = true;
    },
  );
  try {
    return await task();
  } finally {
    free();
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

function ask(port) {
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
