/** The sample rate of sound inside the server. Recognisers take it, and the demo's voice has it. */
export const pcmRateHz = 16_000;

/** The rate of the agent's voice in a call. */
export const voiceRateHz = 24_000;

/** 16-bit samples of one channel, at `pcmRateHz` unless stated otherwise. */
export type Samples = Int16Array<ArrayBuffer>;

/** How long samples at `pcmRateHz` last, in seconds. */
export function durationS(samples: number | { length: number }): number {
  return (typeof samples === 'number' ? samples : samples.length) / pcmRateHz;
}

/** Samples as numbers between -1 and 1. */
export function toFloats(samples: Samples): Float32Array<ArrayBuffer> {
  return Float32Array.from(samples, (value) => value / 32_768);
}

/** Mixes channels of equal length into one: their mean. */
export function mixDown(channels: Samples[]): Samples {
  const [first, ...others] = channels;
  if (first === undefined) return new Int16Array();
  if (others.length === 0) return first;
  return first.map((value, index) => {
    const sum = others.reduce((total, channel) => total + (channel[index] ?? 0), value);
    return Math.round(sum / channels.length);
  });
}

export function joinSamples(pieces: Int16Array[]): Samples {
  const joined = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
