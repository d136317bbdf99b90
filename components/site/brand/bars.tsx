import { barRect, equalizer, restHeights } from '@/lib/equalizer';

/** The five bars at given heights (at rest without any), in the colour of the text around them. */
export function Bars({ heights = restHeights }: { heights?: readonly number[] }) {
  return heights.map((height, bar) => (
    <rect key={bar} {...barRect(bar, height)} rx={barRect(bar, height).width / 2} fill="currentColor" />
  ));
}

/** The shape of the mark: the bars at rest, drawn out to the height of the field. */
export const markHeights = restHeights.map((height) => height / Math.max(...restHeights));

export const barsViewBox = `0 0 ${equalizer.width} ${equalizer.height}`;
