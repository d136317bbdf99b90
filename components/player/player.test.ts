import { expect, onTestFinished, test } from 'vitest';
import { blockSounds } from '@/components/ui/sounding';
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
  paused = true;
  play = async () => {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  };
  pause() {
    this.paused = true;
  }
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

test('a media key does not start the recording during a call', async () => {
  const audio = new AudioElement();
  createPlayer().attach(audio as never);
  onTestFinished(blockSounds(() => {}));
  await audio.play();
  expect(audio.paused).toBe(true);
});
