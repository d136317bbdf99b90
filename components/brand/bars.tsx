import { barRect, equalizer, restHeights } from '@/lib/equalizer';

/** The five bars at given heights, else at rest, in the colour of the surrounding text. */
export function Bars({ heights = restHeights }: { heights?: readonly number[] }) {
  return heights.map((height, bar) => (
    <rect key={bar} {...barRect(bar, height)} rx={barRect(bar, height).width / 2} fill="currentColor" />
  ));
}

/** The logo's bars: the heights at rest, scaled until the highest fills the view box. */
export const logoHeights = restHeights.map((height) => height / Math.max(...restHeights));

export const barsViewBox = `0 0 ${equalizer.width} ${equalizer.height}`;

/** The logo: the five bars with the name beside them. `barsClassName` sets the colour of the bars. */
export function Logo({ barsClassName = 'text-turquoise' }: { barsClassName?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        viewBox={barsViewBox}
        className={`h-[1.35rem] w-auto ${barsClassName}`}
        aria-hidden="true"
        focusable="false"
      >
        <Bars heights={logoHeights} />
      </svg>
      <span className="text-[1.35rem] leading-none font-bold tracking-tighter">Ovoz</span>
    </span>
  );
}
