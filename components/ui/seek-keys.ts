import type { KeyboardEvent } from 'react';

const directions: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Makes the arrow keys of a slider move further than its own step. */
export function seekByArrows(
  { positionS, durationS, stepS }: { positionS: number; durationS: number; stepS: number },
  onSeek: (positionS: number) => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    const direction = directions[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onSeek(Math.min(durationS, Math.max(0, positionS + direction * stepS)));
  };
}
