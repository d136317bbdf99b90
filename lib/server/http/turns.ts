import { AppError } from '../../contracts/errors.ts';

/** How many requests of one address wait for the one before; more are told to come later. */
const longestQueue = 4;
const retryAfterS = 10;

const queues = new Map<string, { last: Promise<unknown>; length: number }>();

/**
 * Does the work of one address one after another, so that no address takes all of what everybody shares.
 * @throws AppError rate_limited if too many wait already, and what `work` throws
 */
export async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(address) ?? { last: Promise.resolve(), length: 0 };
  if (queue.length >= longestQueue) throw new AppError('rate_limited', { retryAfterS });
  queue.length++;
  const mine = queue.last.then(work);
  queue.last = mine.catch(() => undefined);
  queues.set(address, queue);
  try {
    return await mine;
  } finally {
    queue.length--;
    if (queue.length === 0) queues.delete(address);
  }
}
