import { expect, test } from 'vitest';
import { createPlayer } from './player';

/** An audio element. As in a browser, a new source clears the error and returns to the start. */
class AudioElement extends EventTarget {
  currentTime = 0;
  duration = 60;
  error: { code: number } | null = null;
  set src(_: string) {
    this.error = null;
    this.currentTime = 0;
  }
  play = async () => {};
  pause() {}
}

test('a recording that broke off continues at its position when it is played again', () => {
  const audio = new AudioElement();
  const player = createPlayer();
  player.attach(audio as never);
  const recording = { recordingId: 'a', source: '/a' };
  player.toggle(recording);
  audio.dispatchEvent(new Event('playing'));
  audio.currentTime = 7;
  audio.dispatchEvent(new Event('timeupdate'));
  audio.error = { code: 2 };
  audio.dispatchEvent(new Event('error'));
  player.toggle(recording);
  expect([audio.error, audio.currentTime]).toEqual([null, 7]);
});
