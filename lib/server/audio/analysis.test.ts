import { describe, expect, it } from 'vitest';
import { joinSamples, pcmRateHz } from './pcm.ts';
import { isSilent, speechSegments, frameLevels } from './analysis.ts';

/** Reproducible noise that does not repeat within a test: a linear congruential generator. */
function noise(lengthS: number, amplitude: number) {
  let seed = 1;
  return Int16Array.from({ length: lengthS * pcmRateHz }, () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (seed / 2 ** 31 - 1) * amplitude;
  });
}

/** Syllables: a voice that swells and falls eight times a second. */
function voice(lengthS: number, amplitude: number) {
  return Int16Array.from({ length: lengthS * pcmRateHz }, (_, at) => {
    const timeS = at / pcmRateHz;
    return amplitude * Math.sin(2 * Math.PI * 4 * timeS) ** 2 * Math.sin(2 * Math.PI * 180 * timeS);
  });
}

const silence = (lengthS: number) => new Int16Array(lengthS * pcmRateHz);

describe('speechSegments', () => {
  it('finds when somebody speaks, with padding at the edges', () => {
    const recording = joinSamples([silence(1), voice(2, 9000), silence(1.5), voice(1, 9000), silence(1)]);
    const [first, second, ...more] = speechSegments(recording);
    expect(more).toEqual([]);
    expect(first?.fromS).toBeCloseTo(0.9, 0);
    expect(first?.toS).toBeCloseTo(3.1, 0);
    expect(second?.fromS).toBeCloseTo(4.4, 0);
    expect(second?.toS).toBeCloseTo(5.6, 0);
  });

  it('makes one segment of speech with a short pause', () => {
    const recording = joinSamples([silence(1), voice(1, 9000), silence(0.3), voice(1, 9000), silence(1)]);
    expect(speechSegments(recording)).toHaveLength(1);
    expect(speechSegments(recording, { pauseS: 0.2 })).toHaveLength(2);
  });

  it('finds a soft voice over the noise of a room', () => {
    const room = noise(4, 60);
    room.set(
      voice(1, 1500).map((value, at) => value + (room[at + pcmRateHz] ?? 0)),
      pcmRateHz,
    );
    const [segment, ...more] = speechSegments(room);
    expect(more).toEqual([]);
    expect(segment?.fromS).toBeCloseTo(0.9, 0);
    expect(segment?.toS).toBeCloseTo(2.1, 0);
  });

  it('ignores the leak of a loud other channel, but finds a soft voice after it', () => {
    const loud = joinSamples([voice(2, 32_000), silence(3)]);
    const leak = joinSamples([voice(2, 300), silence(1), voice(1, 300), silence(1)]);
    expect(speechSegments(leak)).toHaveLength(2);
    const [segment, ...more] = speechSegments(leak, { otherLevels: frameLevels(loud) });
    expect(more).toEqual([]);
    expect(segment?.fromS).toBeCloseTo(2.9, 0);
    expect(
      speechSegments(joinSamples([voice(2, 1000), silence(3)]), { otherLevels: frameLevels(loud) }),
    ).toHaveLength(1);
  });

  it('returns segments that neither overlap nor leave the recording', () => {
    const recording = joinSamples([voice(1, 9000), silence(0.25), voice(1, 9000)]);
    const segments = speechSegments(recording, { pauseS: 0.1, padS: 0.5 });
    expect(segments[0]?.fromS).toBe(0);
    expect(segments.at(-1)?.toS).toBe(2.25);
    for (const [at, segment] of segments.entries())
      expect(segment.fromS).toBeGreaterThanOrEqual(segments[at - 1]?.toS ?? 0);
  });
});

describe('isSilent', () => {
  it.each([
    ['nothing', silence(0)],
    ['digital silence', silence(3)],
    ['a quiet room', noise(3, 30)],
    ['a loud fan', noise(3, 3000)],
    ['a hum', Int16Array.from(silence(3), (_, at) => 4000 * Math.sin(at / 50))],
    ['a click', joinSamples([silence(1), noise(0.02, 20_000), silence(1)])],
  ])('%s is silent', (_, samples) => {
    expect(isSilent(samples)).toBe(true);
  });

  it.each([
    ['a voice', voice(1, 9000)],
    ['a voice in a long silence', joinSamples([silence(50), voice(1, 2000), silence(50)])],
  ])('%s is not silent', (_, samples) => {
    expect(isSilent(samples)).toBe(false);
  });
});
