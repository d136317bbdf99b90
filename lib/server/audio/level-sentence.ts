import { AppError } from '../../contracts/errors.ts';
import type { SoundProblem } from '../../contracts/owner-voice.ts';
import { type Samples, voiceRateHz } from './pcm.ts';
import { segmentsOf, frameLevels, frameS } from './analysis.ts';

/** The loudness of speech in every recording: that of the voices on this machine. */
const speechDb = -20;
/** A higher gain would make the noise of the room audible. */
const maxGainDb = 24;
/** How much sound stays before and after the words. */
const edgeS = 0.1;
/** A fade at both ends, so that a cut is no click. */
const fadeSamples = voiceRateHz * 0.01;

/** Peaks above this are turned down. */
const ceiling = 29_200;
const limiterSamples = voiceRateHz * 0.005;

/** A sample beyond this was probably cut off. Clean speech, however loud, has fewer than one in a thousand. */
const clippedAmplitude = 32_100;
const clippedShare = 0.001;
/** If the voice is less than this above the noise of the room, the room is audible. */
const minOverNoiseDb = 20;
/** Frames that are quieter than the mean by more than this are pauses. */
const pauseBelowMeanDb = 10;

interface LevelledSentence {
  samples: Samples;
  problems: SoundProblem[];
}

/**
 * Trims a recorded sentence at voiceRateHz, and brings it to the loudness of all others.
 * @throws AppError invalid_audio if nobody speaks
 */
export function levelSentence(sound: Samples): LevelledSentence {
  const levels = frameLevels(sound, voiceRateHz);
  const speech = segmentsOf(levels, { padS: edgeS, endS: sound.length / voiceRateHz });
  const [first, last] = [speech.at(0), speech.at(-1)];
  if (first === undefined || last === undefined)
    throw new AppError('invalid_audio', { detail: 'Nobody speaks in the recording.' });
  const [from, to] = [first.fromS, last.toS].map((s) => Math.round(s * voiceRateHz));
  const words = sound.subarray(from, to);
  const wordsDb = loudnessOfSpeech(levels.subarray(first.fromS / frameS, last.toS / frameS));
  const gainDb = Math.min(maxGainDb, speechDb - wordsDb);
  return {
    samples: fade(amplify(words, 10 ** (gainDb / 20))),
    problems: [
      ...(isClipped(words) ? (['clipped'] as const) : []),
      ...(wordsDb - noiseDb(levels) < minOverNoiseDb ? (['noisy'] as const) : []),
    ],
  };
}

/** The loudness without the pauses, by a relative gate (ITU-R BS.1770). */
function loudnessOfSpeech(levels: Float32Array): number {
  const gateDb = meanDb(levels) - pauseBelowMeanDb;
  return meanDb(levels.filter((level) => level > gateDb));
}

function meanDb(levels: Float32Array): number {
  const energy = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0);
  return 10 * Math.log10(energy / levels.length);
}

function noiseDb(levels: Float32Array): number {
  return levels.toSorted()[Math.floor(levels.length / 10)] ?? 0;
}

function isClipped(samples: Samples): boolean {
  const clipped = samples.reduce((count, value) => count + Number(Math.abs(value) >= clippedAmplitude), 0);
  return clipped > samples.length * clippedShare;
}

/** Amplifies the samples; a limiter keeps their peaks below the ceiling. */
function amplify(samples: Samples, gain: number): Samples {
  const blockGains = Array.from({ length: Math.ceil(samples.length / limiterSamples) + 1 }, (_, block) => {
    const part = samples.subarray(block * limiterSamples, (block + 1) * limiterSamples);
    const peak = part.reduce((max, value) => Math.max(max, Math.abs(value)), 1);
    return Math.min(gain, ceiling / peak);
  });
  // The gain at the border of two blocks suits both; between borders it moves in a line.
  const atBorder = (block: number) => Math.min(blockGains[block - 1] ?? gain, blockGains[block] ?? gain);
  return samples.map((value, at) => {
    const block = Math.floor(at / limiterSamples);
    const part = at / limiterSamples - block;
    return Math.round(value * (atBorder(block) * (1 - part) + atBorder(block + 1) * part));
  });
}

function fade(samples: Samples): Samples {
  return samples.map((value, at) => {
    const edge = Math.min(at, samples.length - 1 - at);
    return edge < fadeSamples ? Math.round((value * edge) / fadeSamples) : value;
  });
}
