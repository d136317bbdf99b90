import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToEvents } from './live-updates';

const sources: FakeEventSource[] = [];

class FakeEventSource {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen?: () => void;
  onmessage?: () => void;
  onerror?: () => void;
  constructor() {
    sources.push(this);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a refused event stream is reopened after 5 s; a broken one by the browser', () => {
  const onConnected = vi.fn();
  const onChange = vi.fn();
  const stop = subscribeToEvents('/events', { onConnected, onChange });
  const [first] = sources;
  first?.onopen?.();
  expect([onConnected.mock.lastCall, onChange.mock.calls.length]).toEqual([[true], 1]);

  first?.onerror?.();
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(1);
  first?.close();
  first?.onerror?.();
  // The page refetches at once, and learns why.
  expect([onConnected.mock.lastCall, onChange.mock.calls.length]).toEqual([[false], 2]);
  vi.advanceTimersByTime(4_999);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sources).toHaveLength(2);
  sources[1]?.onopen?.();
  expect([onConnected.mock.lastCall, onChange.mock.calls.length]).toEqual([[true], 3]);

  sources[1]?.close();
  sources[1]?.onerror?.();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(2);
});
