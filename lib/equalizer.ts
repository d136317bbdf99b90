/** The decorative equalizer: its clock, its field and its bars. */
export const equalizer = {
  framesPerSecond: 25,
  frameCount: 133,
  width: 1920,
  height: 1080,
  barCount: 5,
} as const;

/** Mean height and two waves of each bar. A whole number of waves fits the loop, so its end meets its beginning. */
const bars = [
  {
    rest: 0.36,
    waves: [
      { turns: 3, size: 0.13, phase: 0.1 },
      { turns: 7, size: 0.08, phase: 0.62 },
    ],
  },
  {
    rest: 0.62,
    waves: [
      { turns: 4, size: 0.17, phase: 0.35 },
      { turns: 9, size: 0.08, phase: 0.2 },
    ],
  },
  {
    rest: 0.76,
    waves: [
      { turns: 5, size: 0.16, phase: 0.8 },
      { turns: 8, size: 0.07, phase: 0.05 },
    ],
  },
  {
    rest: 0.54,
    waves: [
      { turns: 4, size: 0.19, phase: 0.9 },
      { turns: 11, size: 0.07, phase: 0.45 },
    ],
  },
  {
    rest: 0.42,
    waves: [
      { turns: 3, size: 0.15, phase: 0.55 },
      { turns: 10, size: 0.08, phase: 0.3 },
    ],
  },
];

/** The five heights, 0 to 1, in silence. */
export const restHeights: readonly number[] = bars.map(({ rest }) => rest);

/** The five heights, 0 to 1, at a frame of the loop; frame numbers wrap at 133. */
export function frameHeights(frame: number): number[] {
  const loopShare = frame / equalizer.frameCount;
  return bars.map(({ rest, waves }) =>
    waves.reduce(
      (sum, { turns, size, phase }) => sum + size * Math.sin(2 * Math.PI * (turns * loopShare + phase)),
      rest,
    ),
  );
}

/** The frame due this many milliseconds after the start. */
export function frameAt(elapsedMs: number): number {
  return Math.floor((elapsedMs / 1000) * equalizer.framesPerSecond) % equalizer.frameCount;
}

export interface BarRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const barWidth = 208;
const gap = (equalizer.width - equalizer.barCount * barWidth) / equalizer.barCount;

/** A bar of height 0 to 1 as a rectangle in the 1920 by 1080 field, centred vertically; at least a dot. */
export function barRect(index: number, height: number): BarRect {
  const barHeight = Math.max(barWidth, Math.min(1, Math.max(0, height)) * equalizer.height);
  return {
    x: Math.round(gap / 2 + index * (barWidth + gap)),
    y: Math.round((equalizer.height - barHeight) / 2),
    width: barWidth,
    height: Math.round(barHeight),
  };
}

/** The share of a spectrum up to 24 kHz that a voice fills. */
const voiceShare = 0.36;

/** Five heights, 0 to 1, from getByteFrequencyData. Low voice bands move the middle bar, high ones the sides, like the logo. */
export function voiceHeights(spectrum: Uint8Array): number[] {
  const usedBins = Math.max(equalizer.barCount, Math.floor(spectrum.length * voiceShare));
  const bands = Array.from({ length: equalizer.barCount }, (_, band) => {
    const from = Math.floor((band * usedBins) / equalizer.barCount);
    const bins = spectrum.subarray(from, Math.floor(((band + 1) * usedBins) / equalizer.barCount));
    const mean = bins.reduce((sum, bin) => sum + bin, 0) / Math.max(1, bins.length);
    return Math.min(1, (mean / 255) * (1.15 + band * 0.15));
  });
  return [3, 1, 0, 2, 4].map((band) => bands[band] ?? 0);
}

/** Moves heights towards the resting shape (energy below 1) or away from it (above 1). */
export function withEnergy(heights: readonly number[], energy: number): number[] {
  return heights.map((height, bar) => {
    const rest = restHeights[bar] ?? 0;
    return rest + (height - rest) * energy;
  });
}
