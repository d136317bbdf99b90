import { barRect, equalizer, restHeights } from '@/lib/equalizer';

/** The five bars at given heights, else at rest, in the colour of the surrounding text. */
export function Bars({ heights = restHeights }: { heights?: readonly number[] }) {
  return heights.map((height, bar) => (
    <rect key={bar} {...barRect(bar, height)} rx={barRect(bar, height).width / 2} fill="currentColor" />
  ));
}

/** The shape of the logo: the bars at rest, scaled until the highest fills the field. */
export const markHeights = restHeights.map((height) => height / Math.max(...restHeights));

export const barsViewBox = `0 0 ${equalizer.width} ${equalizer.height}`;

/** The five bars of the logo, and the name beside them. `mark` is the colour of the bars. */
export function Logo({ mark = 'text-turquoise' }: { mark?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        viewBox={barsViewBox}
        className={`h-[1.35rem] w-auto ${mark}`}
        aria-hidden="true"
        focusable="false"
      >
        <Bars heights={markHeights} />
      </svg>
      <span className="text-[1.35rem] leading-none font-bold tracking-tighter">Ovoz</span>
    </span>
  );
}
