import { expect, test } from 'vitest';
import { Loudness } from './loudness';

const rateHz = 16_000;
const seconds = (length: number, amplitude: number) => new Int16Array(length * rateHz).fill(amplitude);

test('bars show loud and quiet moments, scaled to the loudest', () => {
  const loudness = new Loudness(rateHz);
  expect(loudness.bars(4)).toEqual([0, 0, 0, 0]);
  loudness.append(seconds(1, 8000));
  loudness.append(seconds(1, 0));
  loudness.append(seconds(2, -16_000));
  expect(loudness.bars(4)).toEqual([0.5, 0, 1, 1]);
});

test('pieces of any size give the same bars', () => {
  const sound = Int16Array.from({ length: rateHz }, (_, at) => (at * 7919) % 20_000);
  const [whole, pieces] = [new Loudness(rateHz), new Loudness(rateHz)];
  whole.append(sound);
  for (let at = 0; at < sound.length; at += 777) pieces.append(sound.subarray(at, at + 777));
  expect(pieces.bars(72)).toEqual(whole.bars(72));
});

test.each([
  ['a sound shorter than its bars', 100, 0.5],
  ['silence', 0, 0],
])('%s has all its bars', (_, amplitude, highest) => {
  const loudness = new Loudness(rateHz);
  loudness.append(seconds(0.1, amplitude));
  expect(loudness.bars(72)).toHaveLength(72);
  expect(Math.max(...loudness.bars(72))).toBeGreaterThanOrEqual(highest);
});
