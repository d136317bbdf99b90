import { weighingCode } from './weighing-code.ts';

/** One sample in, this much as weight: a sum of weights that makes no sound louder or softer. */
const one = 1 << 14;
/** So many samples are weighed at a time. */
const room = 32_768;
const pageBytes = 65_536;

interface Rows {
  /** Rows of weights, one for each position of an output sample between two input samples. */
  up: number;
  down: number;
  /** Weights in a row; a multiple of eight. */
  taps: number;
}

let compiled: WebAssembly.Module | undefined;

/** Output samples of a filter, made in WebAssembly: each the sum of `taps` input samples times a row of weights. */
export class Weighing {
  /** The most input that `weigh` takes at a time. */
  readonly room = room;
  readonly #rows: Rows;
  readonly #input: Int16Array;
  readonly #output: Int16Array;
  readonly #run: (...values: number[]) => unknown;

  /** @param weights `up` rows of `taps`, each of the sum 1 */
  constructor(rows: Rows, weights: Float64Array) {
    const { up, down, taps } = rows;
    const outputs = Math.ceil(((room + taps) * up) / down) + 1;
    const weightBytes = weights.length * 2;
    const inputBytes = (room + taps) * 2;
    const memory = new WebAssembly.Memory({
      initial: Math.ceil((weightBytes + inputBytes + outputs * 2) / pageBytes),
    });
    new Int16Array(memory.buffer).set(inWholeNumbers(weights, taps));
    this.#rows = rows;
    this.#input = new Int16Array(memory.buffer, weightBytes, room + taps);
    this.#output = new Int16Array(memory.buffer, weightBytes + inputBytes, outputs);
    compiled ??= new WebAssembly.Module(Buffer.from(weighingCode, 'base64'));
    const { run } = new WebAssembly.Instance(compiled, { m: { m: memory } }).exports;
    if (typeof run !== 'function') throw new Error('The code exports no function.');
    this.#run = (...values) => run(...values);
  }

  /**
   * Makes all samples that the input is enough for.
   * @param held input that was left over before
   * @param phase row of the first output sample
   */
  weigh(held: Int16Array, input: Int16Array, phase: number) {
    const { up, down, taps } = this.#rows;
    this.#input.set(held);
    this.#input.set(input, held.length);
    const length = held.length + input.length;
    const count = Math.max(0, Math.floor(((length - taps + 1) * up - 1 - phase) / down) + 1);
    const { byteOffset: from } = this.#output;
    const [whole, rest] = [Math.floor(down / up) * 2, down % up];
    if (count > 0)
      this.#run(this.#input.byteOffset, from, from + count * 2, phase, up, whole, rest, taps * 2);
    const moved = phase + count * down;
    return {
      output: this.#output.slice(0, count),
      held: this.#input.slice(Math.floor(moved / up), length),
      phase: moved % up,
    };
  }
}

/** Weights times `one`; what rounding takes from a row or gives to it is made good at its largest, so that every row has the same sum. */
function inWholeNumbers(weights: Float64Array, taps: number): Int16Array {
  const whole = Int16Array.from(weights, (weight) => Math.round(weight * one));
  for (let row = 0; row < whole.length; row += taps) {
    const part = whole.subarray(row, row + taps);
    const largest = part.indexOf(Math.max(...part));
    part[largest] = (part[largest] ?? 0) + one - part.reduce((sum, weight) => sum + weight, 0);
  }
  return whole;
}
