import { expect, test, vi } from 'vitest';
import { blockSounds, beginSound } from './sounding';

test('the playing sound is paused once when another one begins', () => {
  const [book, demo] = [{ pause: vi.fn() }, { pause: vi.fn() }];
  beginSound(book);
  expect(book.pause).not.toHaveBeenCalled();
  beginSound(demo);
  expect(book.pause).toHaveBeenCalledTimes(1);
  beginSound();
  beginSound();
  expect([book.pause.mock.calls.length, demo.pause.mock.calls.length]).toEqual([1, 1]);
});

test('a sound that resumes does not pause itself', () => {
  const recording = { pause: vi.fn() };
  expect([beginSound(recording), beginSound(recording)]).toEqual([true, true]);
  expect(recording.pause).not.toHaveBeenCalled();
  beginSound();
  expect(recording.pause).toHaveBeenCalledTimes(1);
});

test('during a call no other sound begins, and the call says why', () => {
  const [book, refused] = [{ pause: vi.fn() }, vi.fn()];
  beginSound(book);
  const endCall = blockSounds(refused);
  expect(book.pause).toHaveBeenCalledTimes(1);
  const endRecording = blockSounds(() => undefined);
  expect(beginSound(book)).toBe(false);
  expect(refused).toHaveBeenCalledTimes(1);
  endCall();
  expect(beginSound(book)).toBe(false);
  endRecording();
  expect(beginSound(book)).toBe(true);
  expect([book.pause.mock.calls.length, refused.mock.calls.length]).toEqual([1, 1]);
});

test('a recording blocks other sounds, and ends when a call begins', () => {
  const [shown, ended, call] = [vi.fn(), vi.fn(), vi.fn()];
  const endRecording = blockSounds(shown, ended);
  expect([beginSound(), shown.mock.calls.length, ended.mock.calls.length]).toEqual([false, 1, 0]);
  const endCall = blockSounds(call);
  expect(ended).toHaveBeenCalledOnce();
  endRecording();
  endCall();
  expect(beginSound()).toBe(true);
});
