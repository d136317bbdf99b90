import { AppError } from '../../../errors.ts';
import type { Decoded } from './decoders.ts';
import type { Samples } from '../pcm.ts';
import { pcmRateHz, toSamples } from '../pcm.ts';
import { Resampler } from '../../speech/pcm/resample.ts';

/** Puts decoded pieces one after another at 16 kHz, and stops what grows longer than allowed. */
export class Timeline {
  /** How much has been put on so far, in seconds. */
  heardS = 0;
  readonly #channels: number;
  readonly #maxDurationS: number;
  #rateHz = pcmRateHz;
  #resamplers: Resampler[] = [];

  constructor(channels: number, maxDurationS: number) {
    this.#channels = channels;
    this.#maxDurationS = maxDurationS;
  }

  /** @throws AppError too_large */
  add({ channels, rateHz }: Decoded): Samples[] {
    this.#heard((channels[0]?.length ?? 0) / rateHz);
    if (rateHz !== this.#rateHz) this.#changeRate(rateHz);
    return Array.from({ length: this.#channels }, (_, channel) => {
      const floats = channels[channel] ?? channels[0] ?? new Float32Array();
      const samples = toSamples(floats);
      return this.#resamplers[channel]?.push(samples) ?? samples;
    });
  }

  /** Silence up to a moment, in pieces; nothing when the moment has passed. @throws AppError too_large */
  *silenceUntil(momentS: number): Generator<Samples[]> {
    if (momentS > this.#maxDurationS) this.#tooLong();
    while (momentS - this.heardS > 1 / this.#rateHz) {
      const frames = Math.ceil(Math.min(1, momentS - this.heardS) * this.#rateHz);
      yield this.add({ channels: [new Float32Array(frames)], rateHz: this.#rateHz });
    }
  }

  /** What the change of rate still holds back. */
  finish(): Samples[] {
    return this.#resamplers.map((resampler) => resampler.finish());
  }

  #heard(durationS: number): void {
    this.heardS += durationS;
    if (this.heardS > this.#maxDurationS) this.#tooLong();
  }

  #tooLong(): never {
    throw new AppError('too_large', {
      detail: `The recording is longer than ${this.#maxDurationS} seconds.`,
    });
  }

  #changeRate(rateHz: number): void {
    this.#rateHz = rateHz;
    this.#resamplers =
      rateHz === pcmRateHz
        ? []
        : Array.from({ length: this.#channels }, () => new Resampler(rateHz, pcmRateHz));
  }
}
