import type { LeadTurn } from '@/lib/contracts/leads';

/**
 * The turn that is being said at a place of the recording, by its index: of those that overlap it the one that began
 * last; null in a silence.
 */
export function turnAt(turns: readonly LeadTurn[], positionS: number): number | null {
  const index = turns.findLastIndex(({ fromS, toS }) => fromS <= positionS && positionS < toS);
  return index === -1 ? null : index;
}
