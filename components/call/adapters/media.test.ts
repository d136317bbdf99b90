import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mediaPort } from './media';

const microphone = vi.hoisted(() => ({
  stop: vi.fn(),
  mediaStreamTrack: { getSettings: () => ({ deviceId: 'a' }) },
  /** Replaced when the microphone is requested. */
  allow: () => {},
}));

vi.mock('livekit-client', async (original) => ({
  ...(await original<object>()),
  createLocalAudioTrack: () => new Promise((resolve) => (microphone.allow = () => resolve(microphone))),
}));

beforeEach(() => vi.stubGlobal('navigator', { mediaDevices: {} }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('if the audio graph cannot be created, opening fails and the microphone is released', async () => {
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        throw new DOMException('no audio hardware', 'NotSupportedError');
      }
    },
  );
  const opening = mediaPort.open({ isTyping: false, signal: new AbortController().signal });
  microphone.allow();
  const error: unknown = await opening.catch((cause: unknown) => cause);
  expect(mediaPort.faultOf(error)).toBe('other');
  expect(microphone.stop).toHaveBeenCalledOnce();
});

/** An audio graph that only counts how often it was closed. */
function stubAudioGraph(): { closed: number } {
  const seen = { closed: 0 };
  const node = () => ({ connect() {}, frequencyBinCount: 8, fftSize: 8 });
  class AudioContext extends EventTarget {
    state = 'running';
    createMediaStreamDestination = node;
    createChannelMerger = node;
    createAnalyser = node;
    createGain = node;
    close = async () => void seen.closed++;
  }
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('AudioContext', AudioContext);
  return seen;
}

test('a microphone that is allowed after the visitor chose to type is freed', async () => {
  const graph = stubAudioGraph();
  const controller = new AbortController();
  const opening = mediaPort.open({ isTyping: false, signal: controller.signal });
  controller.abort(new Error('typing instead'));
  microphone.allow();
  await expect(opening).rejects.toThrow('typing instead');
  expect([microphone.stop.mock.calls.length, graph.closed]).toEqual([1, 1]);
});

test('a visitor who types is asked for no microphone', async () => {
  stubAudioGraph();
  // Nobody allows the microphone.
  const opening = mediaPort.open({ isTyping: true, signal: new AbortController().signal });
  await expect(opening).resolves.toBeDefined();
});
