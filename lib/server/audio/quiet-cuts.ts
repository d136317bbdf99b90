import { frameLevels, frameSamples } from './levels.ts';
import type { Samples } from './pcm.ts';
import { pcmRateHz } from './pcm.ts';

/** Looked at together, so that a cut falls into a pause and not between two syllables. */
const pauseFrames = 15;

/**
 * Cuts a recording into pieces of at most `longestS` seconds, each cut in the middle of the quietest pause of the
 * piece's second half. The pieces share the recording's memory and, one after another, are the recording.
 */
export function cutAtQuiet(samples: Samples, longestS: number): Samples[] {
  const longestFrames = Math.floor((longestS * pcmRateHz) / frameSamples);
  const levels = frameLevels(samples);
  const pieces: Samples[] = [];
  let fromFrame = 0;
  while (levels.length - fromFrame > longestFrames) {
    const toFrame = quietestFrame(
      levels,
      fromFrame + Math.floor(longestFrames / 2),
      fromFrame + longestFrames,
    );
    pieces.push(samples.subarray(fromFrame * frameSamples, toFrame * frameSamples));
    fromFrame = toFrame;
  }
  pieces.push(samples.subarray(fromFrame * frameSamples));
  return pieces;
}

function quietestFrame(levels: Float32Array, from: number, to: number): number {
  let best = to;
  let bestSum = Infinity;
  for (let start = from; start + pauseFrames <= to; start++) {
    const sum = levels.subarray(start, start + pauseFrames).reduce((total, level) => total + level, 0);
    if (sum > bestSum) continue;
    bestSum = sum;
    best = start + Math.floor(pauseFrames / 2);
  }
  return best;
}
