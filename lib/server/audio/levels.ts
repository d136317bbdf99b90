import type { Samples } from './pcm.ts';
import { pcmRateHz } from './pcm.ts';

/** Length of the windows whose loudness is measured. */
export const frameS = 0.02;
export const frameSamples = pcmRateHz * frameS;

export const silenceDb = -96;

/** The loudness of each 20 ms window, in dB below full scale; the last one may be shorter. */
export function frameLevels(samples: Samples, rateHz = pcmRateHz): Float32Array<ArrayBuffer> {
  const length = rateHz * frameS;
  const levels = new Float32Array(Math.ceil(samples.length / length));
  for (let frame = 0; frame < levels.length; frame++) {
    const window = samples.subarray(frame * length, (frame + 1) * length);
    levels[frame] = loudnessDb(window);
  }
  return levels;
}

function loudnessDb(window: Samples): number {
  let energy = 0;
  for (const value of window) energy += value * value;
  const meanSquare = energy / window.length / 2 ** 30;
  return Math.max(silenceDb, 10 * Math.log10(meanSquare || 1e-10));
}
