import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wallClock } from './clock';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a timer of a device that slept fires once, when the page is seen again', () => {
  const run = vi.fn();
  wallClock.setTimeout(run, 60_000);
  vi.setSystemTime(Date.now() + 59_000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 1000);
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(120_000);
  expect(run).toHaveBeenCalledOnce();
});

test('a timer that is cleared does not fire', () => {
  const run = vi.fn();
  wallClock.clearTimeout(wallClock.setTimeout(run, 1000));
  vi.advanceTimersByTime(5000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).not.toHaveBeenCalled();
});
