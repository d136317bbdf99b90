import { expect, onTestFinished, test, vi } from 'vitest';
import { Recorder } from './recorder';

const audio = vi.hoisted(() => ({ onChunk: (chunk: Blob): void => void chunk }));
vi.mock('@/components/ui/audio-recorder', () => ({
  recordSpeech: (_: unknown, onChunk: (chunk: Blob) => void) => {
    audio.onChunk = onChunk;
    return { recorder: { state: 'recording', stop() {} }, mime: 'audio/mp4', stopped: new Promise(() => {}) };
  },
}));

test('a recorder that never tells that it has stopped leaves what it has given', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const recorder: Recorder = Reflect.construct(Recorder, [{}, () => undefined]);
  audio.onChunk(new Blob(['said']));
  const stopping = recorder.stop();
  await vi.advanceTimersByTimeAsync(3000);
  expect((await stopping).chunks).toHaveLength(1);
});
