import { expect, onTestFinished, test, vi } from 'vitest';
import { Recorder } from './recorder';

test('a recorder that never reports its end is ended after three seconds, with its chunks', async () => {
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
  const onChunk = vi.fn();
  const recorder: Recorder = Reflect.construct(Recorder, [{}, onChunk]);
  const emitChunk = () =>
    recorders[0]?.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['said']) }));
  emitChunk();
  const stopping = recorder.stop();
  await vi.advanceTimersByTimeAsync(3000);
  await stopping;
  // The next part has begun.
  emitChunk();
  expect(onChunk).toHaveBeenCalledOnce();
});
