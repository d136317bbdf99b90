import { cover, disc, shape } from './sheet.ts';

/** Farhod cuts a channel through the mountain: two faceted cliffs, and water where there was stone. */
export function farhod(): string {
  return cover(
    'turquoisePale',
    disc(208, 206, 44, 'saffron'),
    shape('M0 290L52 214L96 262L150 186L214 268L256 226L300 282V450H0Z', 'cobalt'),
    shape(
      'M150 186L128 216L140 262L118 312L132 362L84 450H216L170 368L184 316L160 268L172 214Z',
      'turquoise',
    ),
    shape('M150 186L150 214L158 262L142 312L154 366L150 450H216L170 368L184 316L160 268L172 214Z', 'ivory'),
    shape('M0 290L52 214L62 300L20 360L0 340Z', 'lapis'),
    shape('M96 262L128 216L140 262L118 312L132 362L84 450H40L78 352L62 300Z', 'night'),
    shape('M172 214L214 268L206 330L232 392L216 450L170 368L184 316L160 268Z', 'night'),
    shape('M256 226L300 282V380L262 326Z', 'lapis'),
    shape('M0 340L20 360L40 450H0Z', 'night'),
    shape('M262 326L300 380V450H252L232 392Z', 'lapis'),
  );
}
