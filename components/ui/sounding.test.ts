import { expect, test, vi } from 'vitest';
import { blockSounds, soundBegins } from './sounding';

test('the playing sound is paused once when another one begins', () => {
  const [book, demo] = [{ pause: vi.fn() }, { pause: vi.fn() }];
  soundBegins(book);
  expect(book.pause).not.toHaveBeenCalled();
  soundBegins(demo);
  expect(book.pause).toHaveBeenCalledTimes(1);
  soundBegins();
  soundBegins();
  expect([book.pause.mock.calls.length, demo.pause.mock.calls.length]).toEqual([1, 1]);
});

test('a sound that resumes does not pause itself', () => {
  const recording = { pause: vi.fn() };
  expect([soundBegins(recording), soundBegins(recording)]).toEqual([true, true]);
  expect(recording.pause).not.toHaveBeenCalled();
  soundBegins();
  expect(recording.pause).toHaveBeenCalledTimes(1);
});

test('during a call no other sound begins, and the call says why', () => {
  const [book, refused] = [{ pause: vi.fn() }, vi.fn()];
  soundBegins(book);
  const call = blockSounds(refused);
  expect(book.pause).toHaveBeenCalledTimes(1);
  const recording = blockSounds(() => undefined);
  expect(soundBegins(book)).toBe(false);
  expect(refused).toHaveBeenCalledTimes(1);
  call();
  expect(soundBegins(book)).toBe(false);
  recording();
  expect(soundBegins(book)).toBe(true);
  expect([book.pause.mock.calls.length, refused.mock.calls.length]).toEqual([1, 1]);
});

test('a recording blocks other sounds, and ends when a call begins', () => {
  const [shown, ended, call] = [vi.fn(), vi.fn(), vi.fn()];
  const recording = blockSounds(shown, ended);
  expect([soundBegins(), shown.mock.calls.length, ended.mock.calls.length]).toEqual([false, 1, 0]);
  const over = blockSounds(call);
  expect(ended).toHaveBeenCalledOnce();
  recording();
  over();
  expect(soundBegins()).toBe(true);
});
