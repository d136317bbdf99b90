import { cardinal as uzbekCardinal, ordinal as uzbekOrdinal } from '../uzbek/index.ts';
import * as english from './english-numbers.ts';
import * as russian from './russian-numbers.ts';
import type { Gender, GrammaticalCase } from './russian-numbers.ts';

export interface NumberWord {
  value: number;
  isOrdinal: boolean;
  suffix: string;
}

/** Words that multiply the number before them. */
export const scales = new Map<string, number>([
  ...['hundred', 'yuz'].map((word) => [word, 100] as const),
  ...['thousand', 'ming', 'тыс', 'k'].map((word) => [word, 1e3] as const),
  ...['million', 'mln', 'млн'].map((word) => [word, 1e6] as const),
  ...['billion', 'milliard', 'mlrd', 'млрд'].map((word) => [word, 1e9] as const),
  ...(['nom', 'acc', 'gen', 'dat'] as const).flatMap((inCase) =>
    ([1, 2, 5] as const).flatMap((count) =>
      ([3, 6, 9] as const).map((zeros) => {
        const words = russian.cardinal(`2${count}${'0'.repeat(zeros)}`, 'm', inCase);
        return [words.split(' ').at(-1) ?? '', 10 ** zeros] as const;
      }),
    ),
  ),
]);
export const halves = new Set(['half', 'yarim', 'половина', 'половиной', 'половины']);

/** Numbers that have a word of their own in all three languages, and the hundreds, which have one in Russian. */
const wholeNumbers = [
  ...Array(20).keys(),
  ...[20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400, 500, 600, 700, 800, 900],
];
const uzbekSuffix =
  /^(?:t?ta(?:si|cha|lik|dan)?|lik|lab|lar|ov|ala)?(?:ning|ni|[gkq]a(?:cha)?|dan|dagi|da|gacha|ga|mi)*$/u;
const uzbekOrdinalSuffix = /^(?:si)?(?:ning|ni|[gkq]a(?:cha)?|dan|dagi|da|gacha|ga|mi)*$/u;

/** Words for numbers in the three languages, in the forms that the voices say. */
const numberWords = new Map<string, NumberWord>();
const uzbekWords: [word: string, NumberWord][] = [];

function addWord(words: string, value: number, isOrdinal = false): void {
  const word = words.toLowerCase();
  if (!/[ -]/.test(word) && !numberWords.has(word)) numberWords.set(word, { value, isOrdinal, suffix: '' });
}

const genders: Gender[] = ['m', 'f', 'n'];
const cases: GrammaticalCase[] = ['nom', 'acc', 'gen', 'dat', 'ins'];
const endings = 'ый ая ое ого ому ом ую ой ые ых ым'.split(' ');
for (const value of wholeNumbers) {
  const digits = String(value);
  for (const inCase of cases)
    for (const gender of genders) addWord(russian.cardinal(digits, gender, inCase), value);
  if (value >= 100) continue;
  for (const ending of endings) addWord(russian.ordinal(digits, ending), value, true);
  addWord(english.cardinal(digits), value);
  addWord(english.ordinal(digits), value, true);
  uzbekWords.push([uzbekCardinal(digits), { value, isOrdinal: false, suffix: '' }]);
  uzbekWords.push([uzbekOrdinal(digits), { value, isOrdinal: true, suffix: '' }]);
}
for (const inCase of cases)
  for (const gender of genders) addWord(russian.quantity('1,5', { gender, inCase, hasNoun: true }), 1.5);
const collectives = 'двое двоих|трое троих|четверо четверых|пятеро пятерых|шестеро шестерых|семеро семерых';
for (const [at, words] of collectives.split('|').entries())
  for (const word of words.split(' ')) addWord(word, at + 2);
addWord('полмиллиона', 500_000);
addWord('полтысячи', 500);
addWord('полсотни', 50);
// The counting form: bitta.
uzbekWords.push(['bit', { value: 1, isOrdinal: false, suffix: '' }]);
for (const word of ['yuz', 'ming', 'million', 'milliard', 'mln'])
  uzbekWords.push([word, { value: scales.get(word) ?? NaN, isOrdinal: false, suffix: '' }]);

/** The number that a word in small letters means. The word has one form of the apostrophe. */
export function numberWord(text: string): NumberWord | undefined {
  const knownWord = numberWords.get(text);
  if (knownWord !== undefined || !/^[a-zʻ]/.test(text)) return knownWord;
  const matches = uzbekWords.flatMap(([word, candidate]) => {
    const suffix = text.slice(word.length);
    const isMatch =
      text.startsWith(word) &&
      (candidate.isOrdinal ? uzbekOrdinalSuffix : uzbekSuffix).test(suffix) &&
      (word !== 'bit' || suffix.startsWith('ta'));
    return isMatch ? { ...candidate, suffix } : [];
  });
  // The longest word has the shortest suffix.
  return matches.sort((a, b) => a.suffix.length - b.suffix.length)[0];
}
