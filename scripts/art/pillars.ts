import { girihCell } from './girih.ts';
import { palette } from './palette.ts';
import type { Colour } from './palette.ts';

const width = 240;
const height = 2000;
const line = 7;

interface Band {
  ground: Colour;
  height: number;
  ornament: 'girih' | 'stars' | 'plain' | 'steps';
  lines: Colour;
}

/** The bands of a minaret's tiles, from its crown down; the last one goes on to the foot. */
const pillars: Record<string, Band[]> = {
  'pillar-outer': [
    { ground: 'cobalt', height: 210, ornament: 'girih', lines: 'turquoisePale' },
    { ground: 'night', height: 54, ornament: 'stars', lines: 'saffron' },
    { ground: 'turquoise', height: 250, ornament: 'girih', lines: 'ivory' },
    { ground: 'night', height: 30, ornament: 'plain', lines: 'ivory' },
    { ground: 'cobalt', height: 420, ornament: 'girih', lines: 'turquoisePale' },
    { ground: 'turquoise', height: 60, ornament: 'steps', lines: 'ivory' },
    { ground: 'lapis', height: 1000, ornament: 'girih', lines: 'turquoisePale' },
  ],
  'pillar-inner': [
    { ground: 'lapis', height: 190, ornament: 'girih', lines: 'turquoisePale' },
    { ground: 'turquoise', height: 60, ornament: 'steps', lines: 'ivory' },
    { ground: 'cobalt', height: 300, ornament: 'girih', lines: 'turquoisePale' },
    { ground: 'night', height: 54, ornament: 'stars', lines: 'saffron' },
    { ground: 'turquoise', height: 480, ornament: 'girih', lines: 'ivory' },
    { ground: 'night', height: 54, ornament: 'stars', lines: 'saffron' },
    { ground: 'lapis', height: 900, ornament: 'girih', lines: 'turquoisePale' },
  ],
  'pillar-middle': [
    { ground: 'turquoise', height: 250, ornament: 'girih', lines: 'ivory' },
    { ground: 'night', height: 64, ornament: 'stars', lines: 'saffron' },
    { ground: 'cobalt', height: 220, ornament: 'girih', lines: 'turquoisePale' },
    { ground: 'turquoise', height: 60, ornament: 'steps', lines: 'ivory' },
    { ground: 'lapis', height: 460, ornament: 'girih', lines: 'turquoisePale' },
    { ground: 'night', height: 64, ornament: 'stars', lines: 'saffron' },
    { ground: 'cobalt', height: 900, ornament: 'girih', lines: 'turquoisePale' },
  ],
};

function eightPointStar(x: number, y: number, radius: number, colour: Colour): string {
  const side = (radius * Math.SQRT2).toFixed(1);
  const square = `<rect x="${(-radius / Math.SQRT2).toFixed(1)}" y="${(-radius / Math.SQRT2).toFixed(1)}" width="${side}" height="${side}"`;
  return `<g transform="translate(${x} ${y})" fill="${palette[colour]}">${square}/>${square} transform="rotate(45)"/></g>`;
}

function ornamentOf({ ornament, lines, height: tall }: Band, y: number): string {
  if (ornament === 'girih')
    return `<rect y="${y}" width="${width}" height="${tall}" fill="url(#${lines})" opacity=".6"/>`;
  if (ornament === 'stars')
    return [0.1, 0.3, 0.5, 0.7, 0.9]
      .map((at) => eightPointStar(at * width, y + tall / 2, tall * 0.27, lines))
      .join('');
  if (ornament === 'plain') return '';
  const step = width / 6;
  const path = Array.from({ length: 6 }, () => `l${step / 2} ${-tall * 0.5}l${step / 2} ${tall * 0.5}`).join(
    '',
  );
  return `<path d="M0 ${y + tall * 0.75}${path}" fill="none" stroke="${palette[lines]}" stroke-width="5"/>`;
}

function drawPillar(bands: Band[]): string {
  let y = 0;
  const parts = bands.map((band) => {
    const part =
      `<rect y="${y}" width="${width}" height="${band.height}" fill="${palette[band.ground]}"/>` +
      ornamentOf(band, y) +
      `<rect y="${y + band.height - line / 2}" width="${width}" height="${line}" fill="${palette.ivory}"/>`;
    y += band.height;
    return part;
  });
  const cell = girihCell(25.8, { wholeStars: true });
  const patterns = (['turquoisePale', 'ivory'] as const)
    .filter((colour) => parts.join('').includes(`url(#${colour})`))
    .map(
      (colour) =>
        `<pattern id="${colour}" x="${width / 2}" width="${cell.width.toFixed(2)}" height="${cell.height.toFixed(2)}" patternUnits="userSpaceOnUse">` +
        `<path d="${cell.path}" fill="none" stroke="${palette[colour]}" stroke-width="1.6"/></pattern>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${patterns.join('')}${parts.join('')}</svg>\n`;
}

/** The five pillars of the hero are three drawings: the middle one, and two that stand on either side of it. */
export function pillarFiles(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pillars).map(([name, bands]) => [
      `components/site/home/art/${name}.svg`,
      drawPillar(bands),
    ]),
  );
}
