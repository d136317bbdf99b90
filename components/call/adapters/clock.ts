import type { Clock } from '../chart/ports';

/** Timers by the wall clock. After the device has slept, due ones fire when the page is visible again. */
export const wallClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, ms) {
    const timer = new AbortController();
    const dueMs = Date.now() + ms;
    const fireIfDue = () => {
      if (timer.signal.aborted || Date.now() < dueMs) return;
      timer.abort();
      run();
    };
    // A timer of the browser may fire a moment before the wall clock reaches its time.
    const id = setTimeout(() => {
      timer.abort();
      run();
    }, ms);
    timer.signal.addEventListener('abort', () => clearTimeout(id));
    document.addEventListener('visibilitychange', fireIfDue, timer);
    return timer;
  },
  clearTimeout(timer) {
    if (timer instanceof AbortController) timer.abort();
  },
};
