/**
 * Loads that do not starve each other: what changes during one is answered by one more after it.
 * `work` does not throw; its signal tells that its answer is not wanted any more.
 */
export function loading(work: (signal: AbortSignal) => Promise<void>) {
  let running: AbortController | undefined;
  let again = false;

  /** Drops what runs, which may be older than what the caller has just changed. */
  async function now(): Promise<void> {
    running?.abort();
    const own = (running = new AbortController());
    again = false;
    await work(own.signal);
    if (running !== own) return;
    running = undefined;
    // Whoever waits has what was asked for: the one after it is for the others.
    if (again) void now();
  }

  /** Waits for what runs. */
  async function soon(): Promise<void> {
    if (running === undefined) await now();
    else again = true;
  }

  function stop(): void {
    running?.abort();
    running = undefined;
  }

  return { now, soon, stop };
}
