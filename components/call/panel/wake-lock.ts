/** Keeps the screen lit: a spoken call has no touches, and a phone that locks itself hides it and may stop its sound. Gives the function that ends it. */
export function keepScreenOn(): () => void {
  let over = false;
  let lock: WakeLockSentinel | undefined;
  const release = () => void lock?.release().catch(() => undefined);

  async function ask() {
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      const asked = await navigator.wakeLock.request('screen');
      // Two may be asked for at once.
      release();
      lock = asked;
    } catch {
      // A battery that is low: the screen may go dark then.
    }
    if (over) release();
  }

  // The browser takes it back with each look at another tab.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    release();
  };
}
