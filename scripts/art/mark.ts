import { palette } from './palette.ts';
import { restHeights } from '../../lib/equalizer.ts';

const side = 32;
const bar = 3.4;
const gap = 1.7;

/** The mark on its tile, as icons need it. A maskable one keeps clear of the edge and leaves the corners to the system. */
export function markSvg(maskable = false): string {
  const scale = maskable ? 0.72 : 1;
  const tallest = 20 * scale;
  const most = Math.max(...restHeights);
  const step = (bar + gap) * scale;
  const left = (side - (5 * bar + 4 * gap) * scale) / 2;
  const bars = restHeights.map((rest, k) => {
    const height = (rest / most) * tallest;
    return `<rect x="${(left + k * step).toFixed(2)}" y="${((side - height) / 2).toFixed(2)}" width="${(bar * scale).toFixed(2)}" height="${height.toFixed(2)}" rx="${((bar * scale) / 2).toFixed(2)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" rx="${maskable ? 0 : 7}" fill="${palette.night}"/><g fill="#3fd3cb">${bars.join('')}</g></svg>\n`;
}

/** A .ico file that holds one PNG picture of the given size. */
export function icoOf(png: Buffer, sizePx: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(sizePx, 6);
  header.writeUInt8(sizePx, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
