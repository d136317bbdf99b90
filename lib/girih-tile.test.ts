import { expect, test } from 'vitest';
import { girihTile } from './girih-tile';

const sentence = Array.from({ length: 300 }, (_, moment) => Math.abs(Math.sin(moment / 9)) * 0.6);

test('the same voice gives the same tile, and another voice gives another tile', () => {
  expect(girihTile(sentence)).toBe(girihTile([...sentence]));
  expect(girihTile(sentence)).not.toBe(girihTile(sentence.toReversed()));
});

test('the loudness of the microphone does not change the tile', () => {
  const far = sentence.map((level) => level * 0.5);
  expect(girihTile(far)).toBe(girihTile(sentence));
});

test.each([
  ['nothing', []],
  ['silence', [0, 0, 0]],
  ['a single moment', [0.5]],
  ['levels out of range', [-1, 4, 0.2]],
])('a voice of %s also gives a complete picture', (_, voice) => {
  const tile = girihTile(voice);
  expect(tile).toMatch(/^<svg [^]*<\/svg>$/);
  expect(tile).not.toMatch(/NaN|Infinity|undefined/);
});
