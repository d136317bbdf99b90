import type { Samples } from '../audio/pcm.ts';

/** Enough for a card on a wide screen; each bucket is one byte. */
const buckets = 400;
const fullScale = 32_768;

/**
 * How loud a channel is over equal parts of its length, one byte each: the loudest sample on a square-root scale, so that quiet
 * speech shows beside loud speech.
 */
export function waveform(samples: Samples): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: buckets }, (_, i) => {
    const from = Math.floor((samples.length * i) / buckets);
    const to = Math.max(from + 1, Math.floor((samples.length * (i + 1)) / buckets));
    let peak = 0;
    for (const value of samples.subarray(from, to)) peak = Math.max(peak, Math.abs(value));
    return Math.min(255, Math.round(Math.sqrt(peak / fullScale) * 255));
  });
}
