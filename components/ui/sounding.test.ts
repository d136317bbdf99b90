import { expect, test, vi } from 'vitest';
import { soundBegins } from './sounding';

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
