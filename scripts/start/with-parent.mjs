/**
 * The main function of a forked helper. It stops on a signal, and when its parent ends.
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
