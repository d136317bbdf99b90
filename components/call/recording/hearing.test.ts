import { expect, test } from 'vitest';
import { VoiceMeter } from './hearing';

type Stretch = [ms: number, visitor: number, agent: number, expectsSpeech?: boolean];

/** Measures a conversation in steps of 50 ms. */
function measure(...stretches: Stretch[]): VoiceMeter {
  const meter = new VoiceMeter();
  let atMs = 0;
  for (const [ms, visitor, agent, expectsSpeech = true] of stretches)
    for (const endMs = atMs + ms; atMs < endMs; atMs += 50)
      meter.add({ atMs, visitor, agent, expectsSpeech });
  return meter;
}

test('silence during the agent’s own greeting does not count as the visitor’s', () => {
  expect(measure([15_000, 0, 0.6, false]).isSilent).toBe(false);
  expect(measure([15_000, 0, 0.6, false], [9_000, 0, 0]).isSilent).toBe(false);
  expect(measure([15_000, 0, 0.6, false], [10_100, 0, 0]).isSilent).toBe(true);
});

test('any sound ends the suspicion of a silent microphone', () => {
  expect(measure([12_000, 0, 0], [100, 0.1, 0]).isSilent).toBe(false);
});

test('a door does not count as speech; a sentence does', () => {
  expect(measure([200, 0.9, 0], [5000, 0.05, 0]).measured).toBe('some');
  expect(measure([600, 0.5, 0]).measured).toBe('speech');
  // Echo of the agent's voice in the microphone does not count.
  expect(measure([5000, 0.5, 0.5]).measured).toBe('some');
});

test('a visitor who has only spoken over the agent counts as some voice; an unmeasured one is unknown', () => {
  expect(measure([5000, 0.2, 0]).measured).toBe('none');
  expect(measure([5000, 0.2, 0], [50, 0.5, 0.5], [5000, 0.2, 0]).measured).toBe('some');
  expect(measure().measured).toBe('unknown');
});

test('each wait is measured from the visitor’s last sound; a breath of the agent begins no answer', () => {
  const meter = measure(
    [1000, 0, 0.6],
    [2000, 0.5, 0],
    [600, 0, 0],
    [1000, 0, 0.6],
    [500, 0, 0],
    [1000, 0, 0.6],
    [1000, 0.5, 0],
    [400, 0, 0],
    [500, 0, 0.6],
  );
  expect(meter.answerWaitsMs).toEqual([650, 450]);
});

test('the loudness of the voice has ten values a second', () => {
  expect(measure([3000, 0.5, 0]).voice).toHaveLength(30);
});

test('a background tab, which measures once a second, leaves no gap in the loudness', () => {
  const meter = measure([1000, 0.5, 0]);
  for (let atMs = 1950; atMs <= 3950; atMs += 1000)
    meter.add({ atMs, visitor: 0.2, agent: 0.1, expectsSpeech: true });
  expect(meter.voice).toHaveLength(40);
  expect(meter.agentVoice).toHaveLength(40);
});
