import { expect, test, vi } from 'vitest';
import { blockSounds, beginSound, guardPlay } from './sounding';

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

test('a play event that comes after another sound has begun does not pause that one', () => {
  const element = Object.assign(new EventTarget(), { paused: true, pause: vi.fn() });
  guardPlay(element, new AbortController().signal);
  const demo = { pause: vi.fn() };
  beginSound(demo);
  element.dispatchEvent(new Event('play'));
  expect(demo.pause).not.toHaveBeenCalled();
  element.paused = false;
  element.dispatchEvent(new Event('play'));
  expect(demo.pause).toHaveBeenCalledTimes(1);
});
