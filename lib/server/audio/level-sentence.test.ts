import { beforeAll, describe, expect, it } from 'vitest';
import { localSynthesizer } from '../speech/tts.ts';
import { findSound } from '../testing/correlate.ts';
import { levelSentence } from './level-sentence.ts';
import { frameLevels } from './analysis.ts';
import { type Samples, joinSamples, voiceRateHz } from './pcm.ts';

let voice: Samples;
beforeAll(async () => {
  const options = { language: 'en', sampleRateHz: voiceRateHz } as const;
  const spoken = localSynthesizer().synthesize('What brings you here today?', options);
  const samples = joinSamples(await Array.fromAsync(spoken));
  const isVoiced = (value: number) => Math.abs(value) > 300;
  voice = samples.slice(samples.findIndex(isVoiced), samples.findLastIndex(isVoiced) + 1);
});

const silence = (lengthS: number) => new Int16Array(lengthS * voiceRateHz);
const amplify = (samples: Samples, factor: number) =>
  samples.map((value) => Math.max(-32_768, Math.min(32_767, Math.round(value * factor))));
/** Adds white noise of this amplitude. */
const addNoise = (samples: Samples, amplitude: number) => {
  let state = 1;
  return samples.map((value) => {
    state = (state * 16_807) % 2_147_483_647;
    return Math.round(value + amplitude * ((2 * state) / 2_147_483_647 - 1));
  });
};
const peak = (samples: Samples) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const loudestDb = (samples: Samples) => frameLevels(samples, voiceRateHz).toSorted().at(-10) ?? 0;

describe('a recorded sentence', () => {
  it('is trimmed of the silence around it, and of a click before it', () => {
    const click = silence(0.01).fill(20_000);
    const { samples } = levelSentence(joinSamples([silence(0.5), click, silence(1), voice, silence(2)]));
    const longerS = (samples.length - voice.length) / voiceRateHz;
    expect(longerS).toBeGreaterThan(0);
    expect(longerS).toBeLessThan(0.3);
  });

  it.each([0.05, 0.2, 1, 2])('gets the same loudness if it was recorded at %d of its loudness', (factor) => {
    const usual = levelSentence(joinSamples([silence(1), amplify(voice, 0.5), silence(1)])).samples;
    const levelled = levelSentence(joinSamples([silence(1), amplify(voice, factor), silence(1)])).samples;
    expect(Math.abs(loudestDb(levelled) - loudestDb(usual))).toBeLessThan(1.5);
    expect(peak(levelled)).toBeLessThanOrEqual(29_201);
  });

  it('is amplified evenly if nothing is too loud', () => {
    const quiet = amplify(voice, 0.3);
    const { samples } = levelSentence(joinSamples([silence(1), quiet, silence(1)]));
    expect(findSound(samples, quiet).likeness).toBeGreaterThan(0.9999);
  });

  it('has no problem in a quiet room, at any loudness below clipping', () => {
    for (const factor of [0.1, 1, 32_700 / peak(voice)]) {
      const sound = joinSamples([silence(0.5), amplify(voice, factor), silence(0.5)]);
      expect(levelSentence(addNoise(sound, 20)).problems).toEqual([]);
    }
  });

  it('is reported as clipped if the microphone cut its peaks off', () => {
    const loud = amplify(voice, (3 * 32_768) / peak(voice));
    expect(levelSentence(joinSamples([silence(0.5), loud, silence(0.5)])).problems).toEqual(['clipped']);
  });

  it('is reported as noisy if the room is audible', () => {
    const sound = joinSamples([silence(0.5), amplify(voice, 0.3), silence(0.5)]);
    expect(levelSentence(addNoise(sound, 1_000)).problems).toEqual(['noisy']);
  });

  it.each([
    ['silence', () => silence(2)],
    ['the noise of a room', () => addNoise(silence(2), 300)],
    ['a click', () => joinSamples([silence(1), silence(0.01).fill(20_000), silence(1)])],
    ['nothing', () => silence(0)],
  ])('is refused if it is %s', (_what, sound) => {
    expect(() => levelSentence(sound())).toThrow(expect.objectContaining({ code: 'invalid_audio' }));
  });
});
