import { type Samples, durationS, pcmRateHz } from './pcm.ts';

/** The length of a frame. Loudness is measured in frames. */
export const frameS = 0.02;
export const frameSamples = pcmRateHz * frameS;

export const silenceDb = -96;

/** A stretch of time, in seconds. */
export interface Segment {
  fromS: number;
  toS: number;
}

interface SegmentOptions {
  /** Pauses shorter than this stay inside a segment. */
  pauseS?: number;
  /** Sounds shorter than this are clicks. */
  shortestS?: number;
  /** Padding before and after, for soft sounds at the edges. */
  padS?: number;
  /** Levels of the other channel. Opus leaks a little of it into this one. */
  otherLevels?: ArrayLike<number>;
  /** End of the recording in seconds; by default the end of the levels. */
  endS?: number;
}

/** Speech is louder than this even in a quiet room. */
const faintestDb = -52;
/** How far speech stands out above the noise of the room. */
const aboveNoiseDb = 9;
/** The loudest tenth of a second may be a click, so the level after it counts as loud. */
const loudestFrames = 5;
/** A sound that never changes by this much is a hum, not speech. */
const minSpreadDb = 8;
/** Opus leaks about -40 dB from one channel into the other, as measured in Chromium's recordings. */
const leakDb = 36;

/** Speech segments of a channel at pcmRateHz. */
export function speechSegments(samples: Samples, options: SegmentOptions = {}): Segment[] {
  return segmentsOf(frameLevels(samples), { endS: durationS(samples), ...options });
}

/**
 * Finds speech by loudness against the recording's noise floor. Segments are in order and disjoint; silence, hum and clicks give
 * none.
 * @param levels loudness of each 20 ms, in dBFS
 */
export function segmentsOf(
  levels: ArrayLike<number>,
  {
    pauseS = 0.6,
    shortestS = 0.1,
    padS = 0.15,
    otherLevels,
    endS = levels.length * frameS,
  }: SegmentOptions = {},
): Segment[] {
  const ownLevels = Float32Array.from(levels);
  const thresholdDb = speechThresholdDb(ownLevels);
  if (otherLevels !== undefined) silenceLeaks(ownLevels, Float32Array.from(otherLevels));
  const paddingS = Math.min(padS, pauseS / 2);
  return merge(loudRuns(ownLevels, thresholdDb), pauseS)
    .filter(({ fromS, toS }) => toS - fromS >= shortestS)
    .map(({ fromS, toS }) => ({ fromS: Math.max(0, fromS - paddingS), toS: Math.min(endS, toS + paddingS) }));
}

export function isSilent(samples: Samples): boolean {
  return speechSegments(samples).length === 0;
}

function silenceLeaks(levels: Float32Array, others: Float32Array): void {
  for (const [frame, other] of others.entries())
    if ((levels[frame] ?? silenceDb) < other - leakDb) levels[frame] = silenceDb;
}

function speechThresholdDb(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const noiseDb = sorted.at(sorted.length / 10) ?? -Infinity;
  const loudDb = sorted.at(-1 - loudestFrames) ?? noiseDb;
  const humDb = loudDb - noiseDb < minSpreadDb ? Infinity : -Infinity;
  return Math.max(faintestDb, humDb, Math.min(noiseDb + aboveNoiseDb, loudDb - aboveNoiseDb));
}

function loudRuns(levels: Float32Array, thresholdDb: number): Segment[] {
  const runs: Segment[] = [];
  let runStart: number | undefined;
  for (let frame = 0; frame <= levels.length; frame++) {
    const isLoud = (levels[frame] ?? -Infinity) > thresholdDb;
    if (isLoud) runStart ??= frame;
    else if (runStart !== undefined) {
      runs.push({ fromS: runStart * frameS, toS: frame * frameS });
      runStart = undefined;
    }
  }
  return runs;
}

function merge(runs: Segment[], pauseS: number): Segment[] {
  const merged: Segment[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && run.fromS - last.toS < pauseS) last.toS = run.toS;
    else merged.push({ ...run });
  }
  return merged;
}

/** The loudness of each frame, in dBFS. The last frame may be shorter. */
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
