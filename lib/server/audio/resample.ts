/** Zero crossings of the sinc on each side: from 22.05 to 16 kHz, frequencies up to 6.3 kHz survive. */
const zeroCrossings = 16;
/** Stop-band attenuation: aliases are this much weaker. */
const attenuationDb = 60;
/** The Kaiser window's shape for it (Kaiser's formula for more than 50 dB). */
const kaiserBeta = 0.1102 * (attenuationDb - 8.7);

/** A polyphase filter: a row of `taps` weights for each position of an output sample between two input samples. */
interface PolyphaseFilter {
  up: number;
  down: number;
  taps: number;
  weights: Float64Array;
}

const filters = new Map<string, PolyphaseFilter>();

function filterFor(fromHz: number, toHz: number): PolyphaseFilter {
  const key = `${fromHz}:${toHz}`;
  const cachedFilter = filters.get(key);
  if (cachedFilter !== undefined) return cachedFilter;
  const filter = buildFilter(fromHz, toHz);
  filters.set(key, filter);
  return filter;
}

function buildFilter(fromHz: number, toHz: number): PolyphaseFilter {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const [up, down] = [toHz / divisor, fromHz / divisor];
  const half = Math.ceil(zeroCrossings / Math.min(1, up / down) / 4) * 4;
  const taps = half * 2;
  // Kaiser's estimate, as a share of the input's Nyquist frequency. The transition band ends at the lower Nyquist frequency.
  const transition = (attenuationDb - 8) / (2.285 * Math.PI * taps);
  const cutoff = Math.min(1, up / down) - transition / 2;
  const weights = new Float64Array(up * taps);
  for (let phase = 0; phase < up; phase++) {
    const row = Float64Array.from({ length: taps }, (_, tap) => {
      const distance = tap - (half - 1) - phase / up;
      const x = Math.PI * cutoff * distance;
      const window = besselI0(kaiserBeta * Math.sqrt(Math.max(0, 1 - (distance / half) ** 2)));
      return (x === 0 ? 1 : Math.sin(x) / x) * window;
    });
    const sum = row.reduce((total, weight) => total + weight, 0);
    weights.set(
      row.map((weight) => weight / sum),
      phase * taps,
    );
  }
  return { up, down, taps, weights };
}

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

/**
 * Resamples a mono stream by a windowed sinc, to ceil(samples × toHz / fromHz) samples. Output lags by half the filter until
 * `finish`.
 */
export class Resampler {
  readonly #filter: PolyphaseFilter;
  /** The input that is still needed, beginning with half a filter of silence. */
  #pending: Float64Array;
  #phase = 0;

  constructor(fromHz: number, toHz: number) {
    this.#filter = filterFor(fromHz, toHz);
    this.#pending = new Float64Array(this.#filter.taps / 2 - 1);
  }

  push(input: Int16Array): Int16Array<ArrayBuffer> {
    const { up, down, taps, weights } = this.#filter;
    const sound = new Float64Array(this.#pending.length + input.length);
    sound.set(this.#pending);
    sound.set(input, this.#pending.length);
    const count = Math.max(0, Math.floor(((sound.length - taps + 1) * up - 1 - this.#phase) / down) + 1);
    const output = new Int16Array(count);
    let at = 0;
    let phase = this.#phase;
    for (let index = 0; index < count; index++) {
      const row = phase * taps;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (sound[at + tap] ?? 0) * (weights[row + tap] ?? 0);
      output[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
      phase += down;
      while (phase >= up) {
        phase -= up;
        at++;
      }
    }
    this.#pending = sound.slice(at);
    this.#phase = phase;
    return output;
  }

  /** Flushes the filter's tail. */
  finish(): Int16Array<ArrayBuffer> {
    return this.push(new Int16Array(this.#filter.taps / 2));
  }
}

/** Resamples a stream; passes equal rates through. */
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
