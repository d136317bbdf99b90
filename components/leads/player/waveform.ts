import type { LeadTurn } from '@/lib/contracts/leads';

/**
 * The turn that is being said at a place of the recording, by its index: of those that overlap it the one that began
 * last; null in a silence.
 */
export function turnAt(turns: readonly LeadTurn[], positionS: number): number | null {
  const index = turns.findLastIndex(({ fromS, toS }) => fromS <= positionS && positionS < toS);
  return index === -1 ? null : index;
}

const height = 100;
const middle = height / 2;
const loudest = 255;
/** Even silence is a line. */
const thinnest = 1;

export const waveformHeight = height;

/**
 * One voice as the data of an SVG path, a bar for each part of the recording, one unit apart; the visitor's voice grows
 * up from the middle, the agent's down.
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
