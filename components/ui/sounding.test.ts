import { expect, test, vi } from 'vitest';
import { holdSounds, soundBegins } from './sounding';

test('what plays is paused when another sound begins, and once', () => {
  const [book, demo] = [vi.fn(), vi.fn()];
  soundBegins(book);
  expect(book).not.toHaveBeenCalled();
  soundBegins(demo);
  expect(book).toHaveBeenCalledTimes(1);
  soundBegins();
  soundBegins();
  expect([book.mock.calls.length, demo.mock.calls.length]).toEqual([1, 1]);
});

test('in a call nothing else begins, and the call says why', () => {
  const [book, refused] = [vi.fn(), vi.fn()];
  soundBegins(book);
  const call = holdSounds(refused);
  expect(book).toHaveBeenCalledTimes(1);
  const recording = holdSounds();
  expect(soundBegins(book)).toBe(false);
  expect(refused).toHaveBeenCalledTimes(1);
  call();
  expect(soundBegins(book)).toBe(false);
  recording();
  expect(soundBegins(book)).toBe(true);
  expect([book.mock.calls.length, refused.mock.calls.length]).toEqual([1, 1]);
});
