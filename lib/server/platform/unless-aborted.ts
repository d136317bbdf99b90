/** Settles like the promise, unless the signal aborts first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  promise.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * A response body that fails with the signal's reason once it aborts. fetch itself forgets the signal once its request is
 * garbage-collected.
 */
export function readUnlessAborted<Chunk>(
  body: ReadableStream<Chunk> | null,
  signal: AbortSignal,
): ReadableStream<Chunk> {
  return (body ?? new ReadableStream({ start: (empty) => empty.close() })).pipeThrough(
    new TransformStream<Chunk, Chunk>(),
    { signal },
  );
}
