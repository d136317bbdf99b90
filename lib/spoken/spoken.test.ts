import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { spoken } from './index.ts';

function readCases(file: string): (readonly [written: string, spokenForm: string])[] {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [written = '', spokenForm = ''] = line.split('\t');
      return [written, spokenForm] as const;
    });
}

describe.each([
  ['en', 'english.tsv'],
  ['ru', 'russian.tsv'],
] as const)('%s', (language, file) => {
  const cases = readCases(file);

  test('has at least a hundred cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(100);
  });

  test.each(cases)('%s is spoken as %s', (written, spokenForm) => {
    expect(spoken(written, language)).toBe(spokenForm);
    expect(spoken(spokenForm, language)).toBe(spokenForm);
  });
});

test.each([
  ['uz', 'toʻqson, toʻqqiz yuz sakson bir, oltmish ikki, toʻqson yetti'],
  ['ru', 'девяносто, девятьсот восемьдесят один, шестьдесят два, девяносто семь'],
  ['en', 'nine zero, nine eight one, six two, nine seven'],
] as const)(
  'in %s an Uzbek telephone number is spoken in groups, without the country code',
  (language, spokenForm) => {
    for (const written of ['+998 90 981 62 97', '+998909816297', '90 981-62-97', '909816297'])
      expect(spoken(written, language)).toBe(spokenForm);
  },
);

/** Fragments that the rules match, to be combined in any order. */
const fragments = [
  '5 12 0 007 1991 2024 3,5 1.5 24.11.2026 2026-11-24 10:30 +998 90 981-62-97 ½ ² ٣ 24/7 -5 1,500',
  '- – . , : ; ! … " « » ( ) / _ # * < % $ € ₽ USD UZS № ~ = × + °C',
  "so'm soʻm сум сумов руб. тыс. млн mln k M km kg кг м² m² км/ч st nd th -й -го -х -летний",
  'в с до от к на за in since from to May Nov мая ноября года г. год годы am PM A4 B2B IV',
].flatMap((line) => line.split(' '));

/** Reproducible random numbers (a linear congruential generator), 0 to 1. */
function random(seed: number): () => number {
  let state = seed + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const randomTexts = Array.from({ length: 1_000 }, (_, seed) => {
  const next = random(seed * 7919);
  return Array.from({ length: 1 + Math.floor(next() * 8) }, () => {
    const piece = fragments[Math.floor(next() * fragments.length)] ?? '';
    return piece + (next() < 0.6 ? ' ' : '');
  }).join('');
});

/** Uzbek has its own tests of this kind in lib/uzbek/properties.test.ts. */
const languagesHere = ['ru', 'en'] as const;

test.each(languagesHere)('in %s every text is spoken without digits', (language) => {
  for (const text of randomTexts) {
    expect(spoken(text, language), text).not.toMatch(/\p{N}(?<![²³])/u);
  }
});

test.each(fragments)('%j repeated 5,000 times is spoken before the test times out', (piece) => {
  // A backtracking pattern would need minutes, longer than the test's timeout.
  for (const language of languagesHere) {
    expect(spoken(piece.repeat(5_000), language)).toBeTypeOf('string');
    expect(spoken(`${piece} `.repeat(5_000), language)).toBeTypeOf('string');
  }
});
