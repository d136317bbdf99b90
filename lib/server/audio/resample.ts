import { joinSamples } from './pcm.ts';
import { Weighing } from './weighing.ts';

/** Zero crossings of the sinc on each side: 22.05 kHz brought to 16 keeps all up to 6.3 kHz. */
const ZERO_CROSSINGS = 16;
/** What folds back into the band is this much weaker. */
const ATTENUATION_DB = 60;
/** The Kaiser window's shape for it (Kaiser's formula for more than 50 dB). */
const KAISER_BETA = 0.1102 * (ATTENUATION_DB - 8.7);

interface Filter {
  /** Input samples that one output sample is made of; a multiple of eight. */
  taps: number;
  weighing: Weighing;
}

const filters = new Map<string, Filter>();

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function buildFilter(fromHz: number, toHz: number): Filter {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const down = fromHz / divisor;
  const half = Math.ceil(ZERO_CROSSINGS / Math.min(1, up / down) / 4) * 4;
  const taps = half * 2;
  // Kaiser's estimate, in parts of the input's half rate; the band of transition ends at the lower half rate.
  const transition = (ATTENUATION_DB - 8) / (2.285 * Math.PI * taps);
  const cutoff = Math.min(1, up / down) - transition / 2;
  const weights = new Float64Array(up * taps);
  for (let phase = 0; phase < up; phase++) {
    let sum = 0;
    const row = weights.subarray(phase * taps, (phase + 1) * taps);
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - (half - 1) - phase / up;
      const x = Math.PI * cutoff * distance;
      const sinc = x === 0 ? 1 : Math.sin(x) / x;
      const window = besselI0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - (distance / half) ** 2)));
      row[tap] = sinc * window;
      sum += sinc * window;
    }
    for (let tap = 0; tap < taps; tap++) row[tap] = (row[tap] ?? 0) / sum;
  }
  return { taps, weighing: new Weighing({ up, down, taps }, weights) };
}

function filterFor(fromHz: number, toHz: number): Filter {
  const key = `${fromHz}:${toHz}`;
  const known = filters.get(key);
  if (known !== undefined) return known;
  const filter = buildFilter(fromHz, toHz);
  filters.set(key, filter);
  return filter;
}

/**
 * Brings mono samples from one rate (Hz, whole) to another piece by piece, band-limited by a windowed sinc, with no
 * delay and as long as the input: ceil(samples × toHz / fromHz). What a piece gives lags by half the filter until `finish`.
 */
export class Resampler {
  readonly #filter: Filter;
  /** Input that is still needed; it begins half a filter of silence before the first sample. */
  #held: Int16Array;
  #phase = 0;

  constructor(fromHz: number, toHz: number) {
    this.#filter = filterFor(fromHz, toHz);
    this.#held = new Int16Array(this.#filter.taps / 2 - 1);
  }

  push(input: Int16Array): Int16Array<ArrayBuffer> {
    const { weighing } = this.#filter;
    const pieces: Int16Array<ArrayBuffer>[] = [];
    for (let at = 0; at < input.length; at += weighing.room) {
      const made = weighing.weigh(this.#held, input.subarray(at, at + weighing.room), this.#phase);
      this.#held = made.held;
      this.#phase = made.phase;
      pieces.push(made.output);
    }
    return joinSamples(pieces);
  }

  /** What was held back. */
  finish(): Int16Array<ArrayBuffer> {
    return this.push(new Int16Array(this.#filter.taps / 2));
  }
}

/** Resamples a stream; samples of the same rate are handed through. */
export async function* resample(
  chunks: AsyncIterable<Int16Array>,
  fromHz: number,
  toHz: number,
): AsyncGenerator<Int16Array, void, undefined> {
  if (fromHz === toHz) {
    yield* chunks;
    return;
  }
  const resampler = new Resampler(fromHz, toHz);
  for await (const chunk of chunks) {
    const output = resampler.push(chunk);
    if (output.length > 0) yield output;
  }
  const tail = resampler.finish();
  if (tail.length > 0) yield tail;
}
