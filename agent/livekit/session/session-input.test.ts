import { initializeLogger } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { beforeAll, expect, it } from 'vitest';
import { SessionInput } from './session-input.ts';

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
