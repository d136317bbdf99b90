import { palette } from '../palette.ts';
import type { Colour } from '../palette.ts';
import { cover, sheet } from './sheet.ts';

const thread = 3;

/** A repeatable unevenness between -1 and 1: dyed warp never lies quite straight. */
function unevenness(column: number, row: number): number {
  const wave = Math.sin(column * 12.9898 + row * 78.233) * 43758.5453;
  return (wave - Math.floor(wave)) * 2 - 1;
}

interface Lozenge {
  colour: Colour;
  /** How far it reaches from its middle, across and along the warp. */
  reach: number;
  half: number;
}

const great: Lozenge[] = [
  { colour: 'pomegranate', reach: 138, half: 128 },
  { colour: 'ivory', reach: 112, half: 100 },
  { colour: 'night', reach: 96, half: 82 },
  { colour: 'saffron', reach: 66, half: 52 },
  { colour: 'pomegranate', reach: 48, half: 34 },
  { colour: 'ivory', reach: 24, half: 14 },
];

const small: Lozenge[] = [
  { colour: 'turquoise', reach: 74, half: 66 },
  { colour: 'ivory', reach: 48, half: 42 },
  { colour: 'cobalt', reach: 34, half: 26 },
];

/** The warp threads of a lozenge, alike on both sides of its middle. */
function threads(x: number, y: number, { colour, reach, half }: Lozenge, row: number): string {
  const columns = Math.floor(sheet.width / thread);
  const strokes = Array.from({ length: columns }, (_, column) => {
    const at = column * thread + thread / 2;
    const fromMiddle = Math.abs(at - x);
    if (fromMiddle > reach) return '';
    const tall = Math.max(
      0,
      half * (1 - fromMiddle / reach) + unevenness(Math.round(fromMiddle / thread), row) * 11 + 6,
    );
    return `M${at} ${Math.round(y - tall)}V${Math.round(y + tall)}`;
  });
  return `<path d="${strokes.join('')}" stroke="${palette[colour]}" stroke-width="${thread}"/>`;
}

/** Abr, the cloud cloth of Margilan, whose colours run at the edges as memories do: each warp thread slips a little. */
export function otkanKunlar(): string {
  const corners = [
    [0, 196],
    [sheet.width, 196],
    [0, 414],
    [sheet.width, 414],
  ] as const;
  return cover(
    'ivory',
    ...corners.flatMap(([x, y]) => small.map((lozenge, row) => threads(x, y, lozenge, row + 7))),
    ...great.map((lozenge, row) => threads(sheet.width / 2, 304, lozenge, row)),
  );
}
