import { averageInParts } from '@/lib/average-in-parts';

/** Blocks of 20 ms: several fit into the shortest syllable. */
const blocksPerSecond = 50;
const fullScale = 32_768;

/** Collects the loudness of arriving sound: the peak of each fiftieth of a second. */
export class Loudness {
  readonly #blockSamples: number;
  readonly #blocks: number[] = [];
  #samplesInBlock = 0;

  constructor(sampleRateHz: number) {
    this.#blockSamples = Math.round(sampleRateHz / blocksPerSecond);
  }

  append(samples: Int16Array): void {
    for (const sample of samples) {
      if (this.#samplesInBlock === 0) this.#blocks.push(0);
      const lastIndex = this.#blocks.length - 1;
      this.#blocks[lastIndex] = Math.max(this.#blocks[lastIndex] ?? 0, Math.abs(sample) / fullScale);
      this.#samplesInBlock = (this.#samplesInBlock + 1) % this.#blockSamples;
    }
  }

  /** Returns the sound so far as `count` heights, 0 to 1, scaled to the highest. */
  bars(count: number): number[] {
    const heights = averageInParts(this.#blocks, count);
    const loudest = Math.max(...heights);
    return loudest === 0 ? heights : heights.map((height) => height / loudest);
  }
}
