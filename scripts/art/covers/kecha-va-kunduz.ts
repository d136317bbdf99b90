import { cover, disc, shape, star } from './sheet.ts';

const horizon = 300;
const radius = 84;

/** One disc on the horizon: above it a moon, below it a sun. */
export function kechaVaKunduz(): string {
  const rays = Array.from({ length: 13 }, (_, k) => {
    const angle = (k * Math.PI) / 12;
    const point = (turn: number) =>
      `${(150 + 320 * Math.cos(turn)).toFixed(0)} ${(horizon + 320 * Math.sin(turn)).toFixed(0)}`;
    return k % 2 === 0 ? '' : `M150 ${horizon}L${point(angle - 0.13)}L${point(angle + 0.13)}Z`;
  });
  const stars: [number, number, number][] = [
    [36, 196, 7],
    [74, 250, 4.5],
    [262, 178, 5],
    [236, 236, 7.5],
    [276, 268, 4],
    [24, 274, 4],
    [104, 176, 4],
  ];
  const upper = `M${150 - radius} ${horizon}A${radius} ${radius} 0 0 1 ${150 + radius} ${horizon}Z`;
  const clip = `<clipPath id="c"><path d="${upper}"/></clipPath>`;
  const lower = `M${150 - radius} ${horizon}A${radius} ${radius} 0 0 0 ${150 + radius} ${horizon}Z`;
  return cover(
    'night',
    clip,
    ...stars.map(([x, y, r]) => shape(star(x, y, r, r * 0.42, 8), 'turquoisePale')),
    shape(`M0 ${horizon}H300V450H0Z`, 'saffron'),
    shape(rays.join(''), 'ivory'),
    shape(upper, 'ivory'),
    `<g clip-path="url(#c)">${disc(178, horizon - 6, radius - 10, 'lapis')}</g>`,
    shape(lower, 'pomegranate'),
  );
}
