import type { Samples } from './pcm.ts';
import { type Segment, frameLevels, frameSamples, segmentsOf } from './segments.ts';

/** Analysis of a call's recording: who speaks when, and how loud. */
export interface Analysis {
  /** Voiced segments of each channel, the visitor's (left) and the agent's (right); a mono recording is the visitor's. */
  speech: { visitor: Segment[]; agent: Segment[] };
  /** The visitor's waveform and then the agent's, equally long, a byte a bucket. */
  peaks: Uint8Array<ArrayBuffer>;
}

/** Enough for a card on a wide screen. */
const buckets = 400;
const fullScale = 32_768;
/** Without padding, because waits are measured between the borders. */
const noPadding = { padS: 0 };

/** Finds speech and waveform of a streamed recording; stores two numbers per 20 ms of a channel. */
export class Analyzer {
  readonly #channels = [new ChannelLevels(), new ChannelLevels()] as const;

  /** One block of one or two channels at pcmRateHz. */
  push(block: Samples[]): void {
    const [visitor, agent] = this.#channels;
    visitor.push(block[0] ?? new Int16Array());
    agent.push(block[1] ?? new Int16Array(block[0]?.length ?? 0));
  }

  finish(): Analysis {
    const [visitor, agent] = this.#channels.map((channel) => channel.finish());
    const speech = {
      visitor: segmentsOf(visitor?.levels ?? [], { ...noPadding, otherLevels: agent?.levels }),
      agent: segmentsOf(agent?.levels ?? [], { ...noPadding, otherLevels: visitor?.levels }),
    };
    return {
      speech,
      peaks: Uint8Array.from([...waveform(visitor?.peaks ?? []), ...waveform(agent?.peaks ?? [])]),
    };
  }
}

class ChannelLevels {
  #pending: Samples = new Int16Array();
  readonly #levels: number[] = [];
  readonly #peaks: number[] = [];

  push(samples: Samples): void {
    const sound = new Int16Array(this.#pending.length + samples.length);
    sound.set(this.#pending);
    sound.set(samples, this.#pending.length);
    const whole = sound.length - (sound.length % frameSamples);
    this.#measure(sound.subarray(0, whole));
    this.#pending = sound.slice(whole);
  }

  finish(): { levels: number[]; peaks: number[] } {
    this.#measure(this.#pending);
    return { levels: this.#levels, peaks: this.#peaks };
  }

  #measure(sound: Samples): void {
    this.#levels.push(...frameLevels(sound));
    for (let from = 0; from < sound.length; from += frameSamples)
      this.#peaks.push(
        sound.subarray(from, from + frameSamples).reduce((peak, value) => Math.max(peak, Math.abs(value)), 0),
      );
  }
}

/** The loudest sample of equal parts of a channel, on a square-root scale so that quiet speech shows beside loud speech. */
function waveform(peaks: number[]): number[] {
  return Array.from({ length: buckets }, (_, bucket) => {
    const from = Math.floor((peaks.length * bucket) / buckets);
    const to = Math.max(from + 1, Math.floor((peaks.length * (bucket + 1)) / buckets));
    const peak = Math.max(0, ...peaks.slice(from, to));
    return Math.min(255, Math.round(Math.sqrt(peak / fullScale) * 255));
  });
}
