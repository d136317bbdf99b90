import { expect, onTestFinished, test, vi } from 'vitest';
import { faultOfRecording, startRecording } from './recorder';

function stubMicrophone() {
  const stop = vi.fn();
  const stream = { getTracks: () => [{ stop }] };
  const open = vi.fn(async () => stream);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: open } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { stop, open };
}

class BrowserRecorder extends EventTarget {
  static isTypeSupported = () => true;
  state = 'recording';
  start() {}
  stop() {
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }
}

class SilentMeter {
  createAnalyser = () => ({});
  createMediaStreamSource = () => ({ connect: () => undefined });
  close = async () => undefined;
}

function throwNotSupported(): never {
  throw new DOMException('', 'NotSupportedError');
}

test.each([
  [
    'supports none of the formats',
    { MediaRecorder: Object.assign(vi.fn(throwNotSupported), { isTypeSupported: () => false }) },
  ],
  ['has no sound meter', { MediaRecorder: BrowserRecorder, AudioContext: vi.fn(throwNotSupported) }],
])('a browser that %s reports that it cannot record, and its microphone is closed', async (_, given) => {
  const { stop } = stubMicrophone();
  for (const [name, value] of Object.entries(given)) vi.stubGlobal(name, value);
  expect(await startRecording(() => {}).catch(faultOfRecording)).toBe('cannot_record');
  expect(stop).toHaveBeenCalled();
});

test.each([
  [{}, true, 32_000],
  [{ isProcessed: false, bitsPerSecond: 128_000 }, false, 128_000],
])('with %j the microphone is processed: %s, at %i bits a second', async (options, isProcessed, rate) => {
  const { open } = stubMicrophone();
  const Recorder = vi.fn(throwNotSupported);
  vi.stubGlobal('MediaRecorder', Object.assign(Recorder, { isTypeSupported: () => true }));
  await startRecording(() => {}, options).catch(faultOfRecording);
  const [names, audio] = [['echoCancellation', 'noiseSuppression', 'autoGainControl'], { channelCount: 1 }];
  expect(open).toHaveBeenCalledWith({
    audio: { ...audio, ...Object.fromEntries(names.map((name) => [name, isProcessed])) },
  });
  expect(Recorder).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ audioBitsPerSecond: rate }),
  );
});

test('in a browser without a recorder or without microphones, no microphone is requested', async () => {
  const { open } = stubMicrophone();
  expect(await startRecording(() => {}).catch(faultOfRecording)).toBe('cannot_record');
  vi.stubGlobal('MediaRecorder', BrowserRecorder);
  vi.stubGlobal('navigator', {});
  expect(await startRecording(() => {}).catch(faultOfRecording)).toBe('cannot_record');
  expect(open).not.toHaveBeenCalled();
});

test('a recording reports its end only if it ends by itself, so that a discarded one does not stop the next', async () => {
  stubMicrophone();
  vi.stubGlobal('AudioContext', SilentMeter);
  const recorders: BrowserRecorder[] = [];
  class OpenedRecorder extends BrowserRecorder {
    override start() {
      recorders.push(this);
    }
  }
  vi.stubGlobal('MediaRecorder', OpenedRecorder);
  const onEnded = vi.fn();
  (await startRecording(onEnded)).discard();
  await (await startRecording(onEnded)).finish();
  expect(onEnded).not.toHaveBeenCalled();
  await startRecording(onEnded);
  recorders.at(-1)?.stop();
  await expect.poll(() => onEnded).toHaveBeenCalledTimes(1);
});

test('a missing microphone and a refused one are reported as such', () => {
  expect(faultOfRecording(new DOMException('', 'NotFoundError'))).toBe('microphone');
  expect(faultOfRecording(new DOMException('', 'NotAllowedError'))).toBe('denied');
});
