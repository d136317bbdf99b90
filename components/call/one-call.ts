/**
 * A visitor has one call at a time, in whichever tab. Gives the function that ends the claim, or null where another tab has a call; with
 * `takeOver` that one loses it. `onLost` is called when another tab has taken it over.
 */
export function claimCall(takeOver: boolean, onLost: () => void): Promise<(() => void) | null> {
  const free = () => undefined;
  // Browsers without locks (an insecure page) have no microphone either.
  if (!('locks' in navigator)) return Promise.resolve(free);
  return new Promise((resolve) => {
    let held = false;
    navigator.locks
      .request('ovoz-call', takeOver ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        held = true;
        return new Promise<void>((release) => resolve(release));
      })
      // Stolen, or a browser that gives none.
      .catch(() => (held ? onLost() : resolve(free)));
  });
}
