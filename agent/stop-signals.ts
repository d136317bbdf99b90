/** The supervisor's message to a worn-out process: another one has its place, so it ends after its last call. */
export const retire = 'retire';

/**
 * systemd signals every process of the service, and the supervisor passes the same signal on. Signals this close to the first count as
 * one.
 */
const sameRequestMs = 2_000;

/** Returns the handler of stop signals: the first one drains, another one after two seconds ends the calls. */
export function stopSignals(drain: (why: string) => void, stop: (why: string) => void) {
  let drainingSinceMs: number | undefined;
  return (why: string): void => {
    if (drainingSinceMs === undefined) {
      drainingSinceMs = performance.now();
      drain(why);
    } else if (performance.now() - drainingSinceMs >= sameRequestMs) stop(why);
  };
}
