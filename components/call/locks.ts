/** The lock of a tab that is in a call. */
export const callLock = 'ovoz-call';

/** The lock of the tab that makes or sends a recording. */
export const recordingLock = (room: string) => `ovoz-recording-${room}`;

/**
 * Acquires a Web Lock, which ends with its tab. Resolves with its release.
 * @param options `ifAvailable` resolves with null at once if the lock is not free; without it, the request waits for the lock
 * @param onStolen fires when another tab takes the lock over
 */
export function acquireLock(
  name: string,
  options: { ifAvailable?: boolean; steal?: boolean } = {},
  onStolen: () => void = () => undefined,
): Promise<(() => void) | null> {
  const releaseNothing = () => undefined;
  // Browsers without locks (an insecure page) have no microphone either.
  if (!('locks' in navigator)) return Promise.resolve(releaseNothing);
  return new Promise((resolve) => {
    let isHeld = false;
    navigator.locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(null);
        isHeld = true;
        return new Promise<void>((release) => resolve(release));
      })
      // Another tab has stolen the lock, or the browser grants none. A call without a lock is better than no call.
      .catch(() => (isHeld ? onStolen() : resolve(releaseNothing)));
  });
}
