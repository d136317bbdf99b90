import { expect, test } from 'vitest';
import { toSpoken } from './index.ts';

/** Reproducible random numbers (mulberry32), 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fragments that the rules match, to be combined in any order. */
const fragments = [
  '5 12 0 007 1991 2024 3,5 09.05.2024 10:30 +998 ½ ² ٣',
  '- – . , : ; ! … " « » ( ) / _ # * <',
  '% $ € ₽ USD soʻm mln mlrd km km/h ga m ° °C № ~ = ×',
  'ta dan chi si yil y. b. sinf may soat asr h.k. sh.j. prof.',
  'T.Sh. B. A Ab AB I IV XX ХХ BMT BMTning NATO Sh SH uz .uz @',
  `oʻ o' ' ‘ ’ Ўз ъ е ц 👋 🇺🇿 ﬁ Ⅳ 〇`,
]
  .flatMap((line) => line.split(' '))
  .concat('90 123 45 67', ' ', '  ', '\n', 'va ', '\u0000', '\uD800', '\u0301');

function randomFragments(seed: number): string {
  const next = random(seed);
  const pick = () => fragments[Math.floor(next() * fragments.length)] ?? '';
  return Array.from({ length: 1 + Math.floor(next() * 8) }, () => pick() + (next() < 0.3 ? ' ' : '')).join(
    '',
  );
}

function randomUnicode(seed: number): string {
  const next = random(seed);
  const codes = Array.from({ length: 12 }, () => Math.floor(next() * (next() < 0.5 ? 0x600 : 0x110000)));
  return codes.map((code) => String.fromCodePoint(code)).join('');
}

const texts = Array.from({ length: 3_000 }, (_, seed) => [randomFragments(seed), randomUnicode(seed)]).flat();

const spoken = new Map(texts.map((text) => [text, toSpoken(text)]));
const textsWhose = (isWrong: (spokenForm: string) => boolean) =>
  texts.filter((text) => isWrong(spoken.get(text) ?? ''));

test('every text is spoken without an error and without digits', () => {
  expect(textsWhose((spokenForm) => /\p{N}/u.test(spokenForm))).toEqual([]);
});

test('a spoken form stays the same when it is spoken again', () => {
  expect(textsWhose((spokenForm) => toSpoken(spokenForm) !== spokenForm)).toEqual([]);
});

test('no spoken form has a keyboard apostrophe', () => {
  expect(textsWhose((spokenForm) => /['`´‘’]/u.test(spokenForm))).toEqual([]);
});

test('Cyrillic and Latin texts have the same spoken form', () => {
  const pairs = [
    ['2024-йил 5-май куни соат 10:30 да', '2024-yil 5-may kuni soat 10:30 da'],
    ['Тошкент ш., 12 500 сўм, 25% га', 'Toshkent sh., 12 500 soʻm, 25% ga'],
    ['БМТнинг ХХ асрдаги қарори ва ҳ.к.', 'BMTning XX asrdagi qarori va h.k.'],
  ] as const;
  for (const [cyrillic, latin] of pairs) expect(toSpoken(cyrillic)).toBe(toSpoken(latin));
});

const repeatedPieces = `1 1. 1, 1- 1/ 1: $1 09.05.2024 - a A AbC A. a. a.a@ I XX- h.k. ' o' ʻ Ў ъ ₽ ° ( 🎉`
  .split(' ')
  .concat(
    '12 ',
    '1 000 ',
    '5 km ',
    '+998 ',
    '10:30 ',
    ' ',
    '\n',
    'IV ',
    'I, ',
    'X va ',
    'VII – ',
    'BMT ',
    ' sh.',
    'va ',
  );

test.each(repeatedPieces)('%j repeated 20,000 times is spoken before the test times out', (piece) => {
  // A backtracking pattern would need minutes, longer than the test's timeout.
  expect(toSpoken(piece.repeat(20_000))).toBeTypeOf('string');
});
