import { describe, expect, test } from 'vitest';
import { resample } from './resample.ts';

function tone(frequencyHz: number, rateHz: number, durationS = 1, amplitude = 10_000): Int16Array {
  return Int16Array.from({ length: rateHz * durationS }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * frequencyHz * at) / rateHz)),
  );
}

async function* piecesOf(samples: Int16Array, size: number) {
  for (let at = 0; at < samples.length; at += size) yield samples.slice(at, at + size);
}

async function convert(samples: Int16Array, fromHz: number, toHz: number, size = 500) {
  const all: number[] = [];
  for await (const piece of resample(piecesOf(samples, size), fromHz, toHz)) all.push(...piece);
  return Int16Array.from(all);
}

/** Root mean square of the middle, away from both ends. */
function level(samples: Int16Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length);
}

const fullLevel = 10_000 / Math.SQRT2;

describe('resample', () => {
  test.each([
    [22_050, 16_000],
    [22_050, 24_000],
    [22_050, 48_000],
    [48_000, 16_000],
    [8_000, 16_000],
  ])('from %i to %i Hz a tone keeps its length and level', async (fromHz, toHz) => {
    const converted = await convert(tone(1000, fromHz), fromHz, toHz);
    const expected = tone(1000, toHz);
    expect(converted).toHaveLength(toHz);
    const error = converted.map((sample, at) => sample - (expected[at] ?? 0));
    expect(level(error)).toBeLessThan(fullLevel * 0.002);
  });

  test('from 22.05 to 16 kHz, 6 kHz survives and nothing above 8 kHz folds back', async () => {
    expect(level(await convert(tone(6000, 22_050), 22_050, 16_000))).toBeGreaterThan(fullLevel * 0.97);
    for (const frequencyHz of [8_200, 9_000, 10_500])
      expect(level(await convert(tone(frequencyHz, 22_050), 22_050, 16_000))).toBeLessThan(fullLevel * 0.002);
  });

  test('gives the same samples no matter how the input is cut', async () => {
    const input = tone(440, 22_050);
    const whole = await convert(input, 22_050, 16_000, input.length);
    expect(await convert(input, 22_050, 16_000, 1)).toEqual(whole);
    expect(await convert(input, 22_050, 16_000, 77)).toEqual(whole);
  });

  test('the loudest sound is clipped and never changes its sign', async () => {
    const square = Int16Array.from({ length: 22_050 }, (_, at) => (at % 50 < 25 ? 32_767 : -32_768));
    const converted = await convert(square, 22_050, 16_000);
    const wrongSign = converted.filter((sample, at) => {
      const phase = ((at * 22_050) / 16_000) % 50;
      return phase > 5 && phase < 20 ? sample < 0 : phase > 30 && phase < 45 && sample > 0;
    });
    expect(wrongSign).toHaveLength(0);
  });

  test('returns samples of the same rate unchanged, and an empty sound for an empty one', async () => {
    const input = tone(440, 16_000, 0.1);
    expect(await convert(input, 16_000, 16_000)).toEqual(input);
    expect(await convert(new Int16Array(0), 22_050, 16_000)).toHaveLength(0);
  });
});
