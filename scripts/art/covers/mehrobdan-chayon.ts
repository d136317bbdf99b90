import { cover, disc, shape, stroke } from './sheet.ts';

const arch = (inset: number) =>
  `M${40 + inset} 450V${262 + inset * 0.4}C${40 + inset} ${204 + inset * 0.7} ${96 + inset * 0.5} ${176 + inset} 150 ${142 + inset * 1.25}C${204 - inset * 0.5} ${176 + inset} ${260 - inset} ${204 + inset * 0.7} ${260 - inset} ${262 + inset * 0.4}V450Z`;

/** Body and tail, from the head to the sting: x, y, radius. */
const segments: [number, number, number][] = [
  [150, 366, 22],
  [150, 392, 19],
  [146, 414, 15],
  [132, 428, 11],
  [112, 426, 9.5],
  [100, 410, 8.5],
  [98, 391, 8],
  [104, 373, 7.5],
];

/** The niche that points to Mecca, and in its holiest place a scorpion. */
export function mehrobdanChayon(): string {
  return cover(
    'night',
    shape(arch(0), 'turquoise'),
    shape(arch(14), 'ivory'),
    shape(arch(20), 'cobalt'),
    shape(arch(44), 'lapis'),
    shape(arch(64), 'night'),
    stroke(
      'M134 356L114 346L106 330M134 366L110 362L98 350M166 356L186 346L194 330M166 366L190 362L202 350M164 384L186 388L198 402',
      'saffron',
      4.5,
    ),
    stroke('M140 350C124 336 122 312 138 300M160 350C176 336 178 312 162 300', 'saffron', 8),
    shape('M138 306C124 296 126 276 142 270C138 280 144 286 148 290C146 298 142 302 138 306Z', 'saffron'),
    shape('M162 306C176 296 174 276 158 270C162 280 156 286 152 290C154 298 158 302 162 306Z', 'saffron'),
    ...segments.map(([x, y, r]) => disc(x, y, r, 'saffron')),
    shape('M97 370C98 356 108 347 124 350C116 354 112 362 111 372Z', 'saffron'),
    disc(143, 358, 2.6, 'night'),
    disc(157, 358, 2.6, 'night'),
  );
}
