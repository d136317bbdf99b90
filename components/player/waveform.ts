import type { LeadTurn } from '@/lib/contracts/leads';

/** The index of the turn at a position of the recording; the latest of overlapping turns, null in a silence. */
export function turnAt(turns: readonly LeadTurn[], positionS: number): number | null {
  const index = turns.findLastIndex(({ fromS, toS }) => fromS <= positionS && positionS < toS);
  return index === -1 ? null : index;
}

const height = 100;
const middle = height / 2;
const loudest = 255;
/** Silence is drawn as a thin line. */
const thinnest = 1;

export const waveformHeight = height;

/**
 * Returns SVG path data of one voice with a bar per part of the recording: the visitor's up, the agent's down.
 * @param peaks loudness, 0 to 255
 */
export function waveformPath(peaks: readonly number[], voice: 'visitor' | 'agent'): string {
  const direction = voice === 'visitor' ? -1 : 1;
  return peaks
    .map((peak, i) => {
      const length = Math.max(thinnest, Math.round((peak / loudest) * middle));
      return `M${i} ${middle}v${direction * length}h.7V${middle}z`;
    })
    .join('');
}
