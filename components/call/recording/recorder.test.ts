import { expect, onTestFinished, test, vi } from 'vitest';
import { Recorder } from './recorder';

test('a recorder that never reports its end leaves the chunks that it has given', async () => {
  const recorders: EventTarget[] = [];
  class MediaRecorder extends EventTarget {
    static isTypeSupported = () => true;
    state = 'recording';
    constructor() {
      super();
      recorders.push(this);
    }
    start() {}
    stop() {}
  }
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('MediaRecorder', MediaRecorder);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const recorder: Recorder = Reflect.construct(Recorder, [{}, () => undefined]);
  recorders[0]?.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['said']) }));
  const stopping = recorder.stop();
  await vi.advanceTimersByTimeAsync(3000);
  expect((await stopping).chunks).toHaveLength(1);
});
