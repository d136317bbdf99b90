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
  const recording = holdSounds(() => undefined);
  expect(soundBegins(book)).toBe(false);
  expect(refused).toHaveBeenCalledTimes(1);
  call();
  expect(soundBegins(book)).toBe(false);
  recording();
  expect(soundBegins(book)).toBe(true);
  expect([book.mock.calls.length, refused.mock.calls.length]).toEqual([1, 1]);
});

test('a recording shows that it is on, and ends where a call begins', () => {
  const [shown, ended, call] = [vi.fn(), vi.fn(), vi.fn()];
  const recording = holdSounds(shown, ended);
  expect([soundBegins(), shown.mock.calls.length, ended.mock.calls.length]).toEqual([false, 1, 0]);
  const over = holdSounds(call);
  expect(ended).toHaveBeenCalledOnce();
  recording();
  over();
  expect(soundBegins()).toBe(true);
});
