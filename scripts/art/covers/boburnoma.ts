import { cover, disc, shape, star, stroke } from './sheet.ts';

const left = 38;
const top = 168;
const width = 224;
const height = 244;
const poolRadius = 56;
const treeRadius = 11;
const middle = { x: left + width / 2, y: top + height / 2 };

/** A garden of four quarters seen from above, as Bobur laid them out wherever he came: trees in rows, two channels, a pool. */
export function boburnoma(): string {
  const rows = [0.11, 0.24, 0.37, 0.63, 0.76, 0.89];
  const trees = [0.12, 0.25, 0.38, 0.62, 0.75, 0.88]
    .flatMap((across) => rows.map((down) => ({ x: left + across * width, y: top + down * height })))
    .filter(({ x, y }) => Math.hypot(x - middle.x, y - middle.y) > poolRadius + treeRadius);
  return cover(
    'pomegranate',
    shape(`M${left - 12} ${top - 12}h${width + 24}v${height + 24}h-${width + 24}z`, 'saffron'),
    shape(`M${left} ${top}h${width}v${height}h-${width}z`, 'turquoise'),
    ...trees.map(({ x, y }) => disc(Math.round(x), Math.round(y), treeRadius, 'night')),
    ...trees.map(({ x, y }, k) => disc(Math.round(x) + (k % 2 ? 3 : -3), Math.round(y) - 3, 3, 'saffron')),
    stroke(
      `M${middle.x} ${top + 9}V${top + height - 9}M${left + 9} ${middle.y}H${left + width - 9}`,
      'ivory',
      22,
    ),
    stroke(
      `M${middle.x} ${top + 4}V${top + height - 4}M${left + 4} ${middle.y}H${left + width - 4}`,
      'cobalt',
      9,
    ),
    shape(star(middle.x, middle.y, poolRadius, 42, 8), 'ivory'),
    shape(star(middle.x, middle.y, 48, 36, 8), 'cobalt'),
    shape(star(middle.x, middle.y, 24, 11, 8), 'turquoisePale'),
  );
}
