import { AudioFrame } from '@livekit/rtc-node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Hearing } from './hearing.ts';
import { inference, vadRateHz } from './voice-activity.ts';

it('a microphone that sends no frames ends the speech; a late detector does not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const late = Promise.withResolvers<number>();
  const probabilities = [0.9, 0.9, late.promise];
  const predict = async () => (await probabilities.shift()) ?? 0;
  vi.spyOn(inference, 'createVad').mockReturnValue(Object.assign(inference.createVad(), { predict }));
  const heard: string[] = [];
  const hearing = new Hearing(({ type }) => heard.push(type));
  onTestFinished(() => {
    hearing.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const size = inference.VAD_WINDOW_SAMPLES;
  const window = () => new AudioFrame(new Int16Array(size), vadRateHz, 1, size);
  const frames = [window(), window(), window()];
  void hearing.hear(new ReadableStream({ start: (sent) => frames.forEach((each) => sent.enqueue(each)) }));
  await expect.poll(() => probabilities).toEqual([]);
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await new Promise(setImmediate);
  };
  await pass(1_000);
  expect(heard).toEqual(['voice_started']);
  late.resolve(0.9);
  await pass(0);
  await pass(1_000);
  expect(heard).toEqual(['voice_started', 'voiced', 'voice_ended']);
});
