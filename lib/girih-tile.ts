import { averageInParts } from './average-in-parts.ts';

const size = 240;
const half = size / 2;
const folds = 10;
const ringCount = 4;
const rayCount = 80;

/** The tile colours of the Registan, fixed because a saved picture has no colour scheme. */
const night = '#0d1a4a';
const ivory = '#f7f0e0';
const turquoise = '#3fd3cb';
const saffron = '#f8ba3c';

function point(radius: number, turns: number): string {
  const angle = 2 * Math.PI * turns - Math.PI / 2;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}

function polygon(points: string[]): string {
  return `M${points.join('L')}Z`;
}

/** A star of ten points; a waist near 1 makes it a decagon, a small one a spiky star. `shift` turns it by twentieths. */
function star(radius: number, waist: number, shift: number): string {
  return polygon(
    Array.from({ length: 2 * folds }, (_, corner) =>
      point(corner % 2 === 0 ? radius : radius * waist, (corner + shift) / (2 * folds)),
    ),
  );
}

/** Joins each corner of a decagon with the third after it, as in a girih rosette. */
function strapwork(radius: number, shift: number): string {
  return Array.from({ length: folds }, (_, corner) => {
    const from = point(radius, (corner + shift / 2) / folds);
    return `M${from}L${point(radius, (corner + 3 + shift / 2) / folds)}`;
  }).join('');
}

function path(d: string, attributes: string): string {
  return `<path d="${d}" ${attributes}/>`;
}

/**
 * Draws a girih tile from a voice as SVG: loud parts open their stars wider. The same voice gives the same tile.
 * @param voice loudness over time, 0 to 1
 */
export function girihTile(voice: readonly number[]): string {
  const loudest = Math.max(0.001, ...voice.map((level) => Math.abs(level)));
  const levels = voice.map((level) => Math.max(0, level / loudest));
  const rings = averageInParts(levels, ringCount);
  const rays = averageInParts(levels, rayCount)
    .map((level, ray) => `M${point(88, ray / rayCount)}L${point(90 + 18 * level, ray / rayCount)}`)
    .join('');
  const stars = rings.map((level, ring) => {
    const radius = 30 + (ring * 54) / (ringCount - 1);
    const colour = [saffron, ivory, turquoise, ivory][ring] ?? ivory;
    return path(star(radius, 0.5 + 0.36 * level, ring % 2), `stroke="${colour}" stroke-width="1.8"`);
  });
  const heart = path(star(18, 0.42 + 0.4 * (rings[0] ?? 0), 0), `fill="${saffron}" stroke="none"`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-half} ${-half} ${size} ${size}" width="${4 * size}" height="${4 * size}">`,
    `<rect x="${-half}" y="${-half}" width="${size}" height="${size}" rx="18" fill="${night}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    path(strapwork(84, 0) + strapwork(84, 1), `stroke="${turquoise}" stroke-width="1" stroke-opacity="0.45"`),
    ...stars,
    path(rays, `stroke="${saffron}" stroke-width="2.4"`),
    heart,
    '</g></svg>',
  ].join('');
}
