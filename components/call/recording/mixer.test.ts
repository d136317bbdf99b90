import { afterEach, expect, test, vi } from 'vitest';
import { Mixer } from './mixer';

/** An audio context with only a clock and a state. */
class FakeAudioContext extends EventTarget {
  state: 'running' | 'suspended' | 'interrupted' | 'closed' = 'suspended';
  currentTime = 0;
  resumed = 0;
  constructor() {
    super();
    contexts.push(this);
  }
  become(state: FakeAudioContext['state']) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  async resume() {
    this.resumed++;
    this.become('running');
  }
  async suspend() {
    this.become('suspended');
  }
  #node() {
    return { connect() {}, stream: {}, fftSize: 2, frequencyBinCount: 1 };
  }
  createMediaStreamDestination = this.#node;
  createChannelMerger = this.#node;
  createAnalyser = this.#node;
  createGain = this.#node;
}
const contexts: FakeAudioContext[] = [];

function openMixer() {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('AudioContext', FakeAudioContext);
  const mixer = new Mixer();
  const context = contexts.at(-1);
  if (!context) throw new Error('no context');
  const play = (ms: number) => {
    vi.advanceTimersByTime(ms);
    context.currentTime += ms / 1000;
  };
  const showPage = () => page.dispatchEvent(new Event('visibilitychange'));
  return { mixer, context, play, showPage };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an audio context that a phone interrupted is resumed only afterwards, or when the visitor presses', () => {
  const { mixer, context, showPage } = openMixer();
  context.resumed = 0;
  context.become('interrupted');
  showPage();
  expect(context.resumed).toBe(0);
  mixer.wake();
  expect(context.resumed).toBe(1);

  context.become('interrupted');
  context.become('suspended');
  expect(context).toMatchObject({ resumed: 2, state: 'running' });
});

test('a context whose clock stands still does not run, and is restarted when its page is visible again', () => {
  const { mixer, context, play, showPage } = openMixer();
  expect(mixer.isRunning).toBe(false);
  for (let s = 0; s < 3; s++) {
    play(1000);
    expect(mixer.isRunning).toBe(true);
  }
  vi.advanceTimersByTime(1000);
  expect(mixer.isRunning).toBe(false);
  context.resumed = 0;
  showPage();
  expect(context).toMatchObject({ resumed: 1, state: 'running' });
  play(50);
  expect(mixer.isRunning).toBe(true);
  showPage();
  expect(context.resumed).toBe(1);
});
