import { initializeLogger } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { beforeAll, expect, it } from 'vitest';
import { SessionInput } from './session-input.ts';
import { inference, vadRateHz } from '../audio/voice-activity.ts';
import { windowsOf } from './voice-detector.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

/** A microphone that gives what it is told to. */
function microphone() {
  let push: (sample: number) => void = () => {};
  let cancelled = false;
  const frames = new globalThis.ReadableStream<AudioFrame>({
    start: (controller) => {
      push = (sample) => controller.enqueue(new AudioFrame(new Int16Array([sample]), 16_000, 1, 1));
    },
    cancel: () => void (cancelled = true),
  });
  return { frames, push: (sample: number) => push(sample), cancelled: () => cancelled };
}

it('is heard from the newest microphone alone: a reloaded page brings another', async () => {
  const input = new SessionInput();
  const reader = input.stream.getReader();
  const next = async () => (await reader.read()).value?.data[0];
  const first = microphone();
  input.take(first.frames);
  first.push(1);
  expect(await next()).toBe(1);
  const second = microphone();
  input.take(second.frames);
  second.push(2);
  expect(await next()).toBe(2);
  expect([first.cancelled(), second.cancelled()]).toEqual([true, false]);
  await input.close();
  expect(second.cancelled()).toBe(true);
});

it('asks the voice model once for a window, whichever detector reads it', async () => {
  const input = new SessionInput();
  const frame = new AudioFrame(new Int16Array(inference.VAD_WINDOW_SAMPLES), vadRateHz, 1, 512);
  input.take(new globalThis.ReadableStream<AudioFrame>({ start: (controller) => controller.enqueue(frame) }));
  const [first, second] = input.stream.tee();
  const voiceIn = async (frames: AsyncIterable<AudioFrame>) => {
    for await (const { voice } of windowsOf(frames)) return voice;
    return undefined;
  };
  const voices = [voiceIn(first), voiceIn(second)];
  const [one, other] = await Promise.all(voices);
  expect(one).toBeLessThan(0.5);
  expect(other).toBe(one);
  await input.close();
});
