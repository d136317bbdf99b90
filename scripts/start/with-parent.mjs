/**
 * The main function of a helper that was forked: it stops when it is told to, or when its parent is gone, however that ended.
 * @param {(signal: AbortSignal) => Promise<unknown>} work
 */
export async function withParent(work) {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('disconnect', stop);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
  try {
    await work(stopping.signal);
    process.exit(0);
  } catch {
    process.exit(1);
  }
}
