import { palette } from '../palette.ts';
import { cover, shape, stroke } from './sheet.ts';

/** A horse as the steppe scratched it into rock: a few strokes, facing left. */
const horse =
  'M-34 -20L-26 -36L-18 -30L-8 -8H26Q36 -6 36 6L40 26M26 0L30 28M22 4L20 28M-8 0L-12 28M-14 -2L-20 26M34 -4Q46 -4 46 14';

/** Alpomish's bow of bronze, drawn to the full, and the horses of Boysun below it. */
export function alpomish(): string {
  const bow = 'M-86 -122C-92 -104 -78 -96 -58 -84C30 -36 30 36 -58 84C-78 96 -92 104 -86 122';
  const drawn =
    stroke('M-86 -122L-104 0L-86 122', 'night', 2.5) +
    stroke(bow, 'night', 15) +
    stroke('M-58 -84C30 -36 30 36 -58 84', 'turquoise', 6) +
    stroke('M-104 0H92', 'pomegranate', 6) +
    shape('M84 -15L128 0L84 15L92 0Z', 'pomegranate') +
    stroke('M-104 0L-118 -12M-104 0L-118 12M-92 0L-106 -12M-92 0L-106 12', 'pomegranate', 4);
  const horses = [40, 118, 196, 274].map(
    (x, k) =>
      `<g transform="translate(${x} 422) scale(.74)">${stroke(horse, k === 1 ? 'saffron' : 'ivory', 7)}</g>`,
  );
  return cover(
    'saffron',
    `<g transform="translate(152 256) rotate(-38) scale(.86)">${drawn}</g>`,
    `<path d="M0 380Q75 364 150 380T300 380V450H0Z" fill="${palette.pomegranate}"/>`,
    ...horses,
  );
}
