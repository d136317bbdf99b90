/**
 * systemd signals every process of a group, and the supervisor passes the same signal on. Signals this close to the first count as
 * one.
 */
const sameRequestMs = 2_000;

/** Gives the handler of the signals to stop: the first one drains, one that comes well after it ends the calls. */
export function stopSignals(drain: (why: string) => void, stop: (why: string) => void) {
  let drainingSinceMs: number | undefined;
  return (why: string): void => {
    if (drainingSinceMs === undefined) {
      drainingSinceMs = performance.now();
      drain(why);
    } else if (performance.now() - drainingSinceMs >= sameRequestMs) stop(why);
  };
}
