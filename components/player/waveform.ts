import type { LeadTurn } from '@/lib/contracts/leads';

/** The index of the turn at a position of the recording; the latest of overlapping turns, null in a silence. */
export function turnAt(turns: readonly LeadTurn[], positionS: number): number | null {
  const index = turns.findLastIndex(({ fromS, toS }) => fromS <= positionS && positionS < toS);
  return index === -1 ? null : index;
}

/** The loudness of each part of a sound, 0 to 255: of both voices of a recording, or of one voice. */
export type Wave = Readonly<Record<'visitor' | 'agent', readonly number[]>> | readonly number[];

/** Reduces levels to at most this many. Each result is the maximum of its part. */
export function fewerBars(levels: readonly number[], maxCount: number): readonly number[] {
  if (levels.length <= maxCount) return levels;
  const startOf = (bar: number) => Math.floor((bar * levels.length) / maxCount);
  return Array.from({ length: maxCount }, (_, bar) =>
    Math.max(...levels.slice(startOf(bar), startOf(bar + 1))),
  );
}

const height = 100;
const middle = height / 2;
const loudest = 255;
/** Silence is drawn as a thin line. */
const thinnest = 1;

export const waveformHeight = height;

/**
 * Returns SVG path data with a bar per part of the recording.
 * @param peaks loudness, 0 to 255
 */
export function waveformPath(peaks: readonly number[], side: 'up' | 'down'): string {
  const direction = side === 'up' ? -1 : 1;
  return peaks
    .map((peak, i) => {
      const length = Math.max(thinnest, Math.round((peak / loudest) * middle));
      return `M${i} ${middle}v${direction * length}h.7V${middle}z`;
    })
    .join('');
}
