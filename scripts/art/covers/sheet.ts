import { palette } from '../palette.ts';
import type { Colour } from '../palette.ts';

/** A cover is 2 by 3. Its upper third is left calm: title and author are set there, by the page, in the visitor's language. */
export const sheet = { width: 300, height: 450 };

export function cover(ground: Colour, ...parts: string[]): string {
  const { width, height } = sheet;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${palette[ground]}"/>${parts.join('')}</svg>\n`;
}

export function shape(d: string, fill: Colour): string {
  return `<path d="${d}" fill="${palette[fill]}"/>`;
}

export function stroke(d: string, colour: Colour, width: number): string {
  return `<path d="${d}" fill="none" stroke="${palette[colour]}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function disc(x: number, y: number, r: number, fill: Colour): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${palette[fill]}"/>`;
}

/** The `d` of a star with so many points. */
export function star(x: number, y: number, outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, k) => {
    const radius = k % 2 === 0 ? outer : inner;
    const angle = (k * Math.PI) / points - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
