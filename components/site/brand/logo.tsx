import { Bars, barsViewBox, markHeights } from './bars';

/** The five bars at rest, and the name beside them. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        viewBox={barsViewBox}
        className="h-[1.35rem] w-auto text-turquoise"
        aria-hidden="true"
        focusable="false"
      >
        <Bars heights={markHeights} />
      </svg>
      <span className="text-[1.35rem] leading-none font-bold tracking-tighter">Ovoz</span>
    </span>
  );
}
