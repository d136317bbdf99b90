import { describe, expect, it } from 'vitest';
import { durationS, joinSamples, pcmRateHz } from '../audio/pcm.ts';
import { cutAtQuiet } from './stt-pieces.ts';

const loud = (lengthS: number) =>
  Int16Array.from({ length: lengthS * pcmRateHz }, (_, at) => (at % 100) * 100);
const pause = new Int16Array(0.4 * pcmRateHz);

describe('cutAtQuiet', () => {
  it('does not cut a short recording', () => {
    const samples = loud(49.9);
    expect(cutAtQuiet(samples, 50).map(({ length }) => length)).toEqual([samples.length]);
  });

  it('cuts in the middle of the pauses', () => {
    const samples = joinSamples([loud(40), pause, loud(35), pause, loud(30)]);
    expect(cutAtQuiet(samples, 50).map((piece) => Math.round(durationS(piece) * 10) / 10)).toEqual([
      40.2, 35.4, 30.2,
    ]);
  });

  it('returns all samples in order, in pieces within the limit', () => {
    const samples = loud(171);
    const pieces = cutAtQuiet(samples, 50);
    const joined = joinSamples(pieces);
    expect(joined.length).toBe(samples.length);
    // toEqual takes seconds for millions of samples.
    expect(joined.findIndex((sample, at) => sample !== samples[at])).toBe(-1);
    expect(Math.max(...pieces.map(durationS))).toBeLessThanOrEqual(50);
  });

  it('returns one empty piece for an empty recording', () => {
    expect(cutAtQuiet(new Int16Array(), 50)).toEqual([new Int16Array()]);
  });
});
