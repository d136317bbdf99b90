/** Prevents the screen from turning off, until the returned function is called: a locked phone may stop the sound of a call. */
export function keepScreenOn(): () => void {
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const release = () => void lock?.release().catch(() => undefined);

  async function request() {
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      const newLock = await navigator.wakeLock.request('screen');
      // Two requests may overlap.
      release();
      lock = newLock;
    } catch {
      // Refused on a low battery: the screen may turn off.
    }
    if (isOver) release();
  }

  // The browser releases the lock when another tab is shown.
  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', request);
    release();
  };
}
