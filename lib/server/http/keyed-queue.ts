import { AppError } from '../../contracts/errors.ts';

const retryAfterS = 10;

const queues = new Map<string, { lastWork: Promise<unknown>; length: number }>();

/**
 * Runs the work of one key in sequence in this process, so that no key takes all shared capacity.
 * @param maxLength how many may wait or run at once; more are refused
 * @throws AppError rate_limited, and what `work` throws
 */
export async function serialize<T>(key: string, work: () => Promise<T>, maxLength = Infinity): Promise<T> {
  const queue = queues.get(key) ?? { lastWork: Promise.resolve(), length: 0 };
  if (queue.length >= maxLength) throw new AppError('rate_limited', { retryAfterS });
  queue.length++;
  const result = queue.lastWork.then(work);
  queue.lastWork = result.catch(() => undefined);
  queues.set(key, queue);
  try {
    return await result;
  } finally {
    queue.length--;
    if (queue.length === 0) queues.delete(key);
  }
}
