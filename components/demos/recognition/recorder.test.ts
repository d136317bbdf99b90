import { expect, onTestFinished, test, vi } from 'vitest';
import { startRecording } from './recorder';

function givenMicrophone() {
  const stop = vi.fn();
  const stream = { getTracks: () => [{ stop }] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { stop };
}

class Recorder extends EventTarget {
  static isTypeSupported = () => true;
  state = 'recording';
  start() {}
}

function refusing(): never {
  throw new DOMException('', 'NotSupportedError');
}

test.each([
  ['no recorder', { MediaRecorder: Object.assign(vi.fn(refusing), { isTypeSupported: () => false }) }],
  ['no sound meter', { MediaRecorder: Recorder, AudioContext: vi.fn(refusing) }],
])('a browser that gives %s has its microphone closed', async (_, given) => {
  const { stop } = givenMicrophone();
  for (const [name, value] of Object.entries(given)) vi.stubGlobal(name, value);
  await expect(startRecording(() => {})).rejects.toThrow(
    expect.objectContaining({ name: 'NotSupportedError' }),
  );
  expect(stop).toHaveBeenCalled();
});
