import type { TabLock } from '../chart/ports';

const lockName = 'ovoz-call';

/** Allows one call at a time in all tabs, by a Web Lock, which ends with its tab. */
export const tabLock: TabLock = {
  acquire({ mustSteal, onStolen }) {
    const free = () => undefined;
    // Browsers without locks (an insecure page) have no microphone either.
    if (!('locks' in navigator)) return Promise.resolve(free);
    return new Promise((resolve) => {
      let isHeld = false;
      navigator.locks
        .request(lockName, mustSteal ? { steal: true } : { ifAvailable: true }, (lock) => {
          if (!lock) return resolve(null);
          isHeld = true;
          return new Promise<void>((release) => resolve(release));
        })
        // Stolen, or refused by the browser.
        .catch(() => (isHeld ? onStolen() : resolve(free)));
    });
  },
};
