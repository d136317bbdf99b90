import { cardinal as uzbekCardinal, ordinal as uzbekOrdinal } from '../uzbek/index.ts';
import * as english from './english-numbers.ts';
import * as russian from './russian-numbers.ts';
import type { GrammaticalCase, Gender } from './russian-numbers.ts';

/** A word, a number in digits or a sign, in small letters; its place in the text. */
export interface Token {
  text: string;
  from: number;
  to: number;
}

export interface NumberMention {
  value: number;
  isOrdinal: boolean;
  /** As it is written in digits, or undefined for words: 05 is not 5 in a telephone number. */
  digits: string | undefined;
  /** Its first token, and the one behind its last. */
  begin: number;
  end: number;
  /** The ending of an Uzbek number: dan, gacha, ta. */
  suffix: string;
}

interface PluralNumber {
  value: number;
  isOrdinal: boolean;
  suffix: string;
}

const scales = new Map<string, number>([
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
const halves = new Set(['half', 'yarim', 'половина', 'половиной', 'половины']);

const smallNumbers = [
  ...Array.from({ length: 20 }, (_, value) => value),
  ...Array.from({ length: 8 }, (_, at) => (at + 2) * 10),
];
const uzbekSuffix =
  /^(?:t?ta(?:si|cha|lik|dan)?|lik|lab|lar|ov|ala)?(?:ning|ni|[gkq]a(?:cha)?|dan|dagi|da|gacha|ga|mi)*$/u;
const uzbekOrdinalSuffix = /^(?:si)?(?:ning|ni|[gkq]a(?:cha)?|dan|dagi|da|gacha|ga|mi)*$/u;

/** All words that the three languages have for small numbers, in every form that the voices say. */
const numberWords = new Map<string, PluralNumber>();
const uzbekWords: [word: string, PluralNumber][] = [];

function add(words: string, value: number, isOrdinal = false): void {
  const word = words.toLowerCase();
  if (!/[ -]/.test(word) && !numberWords.has(word)) numberWords.set(word, { value, isOrdinal, suffix: '' });
}

const genders: Gender[] = ['m', 'f', 'n'];
const cases: GrammaticalCase[] = ['nom', 'acc', 'gen', 'dat', 'ins'];
const endings = 'ый ая ое ого ому ом ую ой ые ых ым'.split(' ');
for (const value of [...smallNumbers, ...Array.from({ length: 9 }, (_, at) => (at + 1) * 100)]) {
  const digits = String(value);
  for (const inCase of cases)
    for (const gender of genders) add(russian.cardinal(digits, gender, inCase), value);
  if (value >= 100) continue;
  for (const ending of endings) add(russian.ordinal(digits, ending), value, true);
  add(english.cardinal(digits), value);
  add(english.ordinal(digits), value, true);
  add(uzbekCardinal(digits), value);
  uzbekWords.push([uzbekCardinal(digits), { value, isOrdinal: false, suffix: '' }]);
  uzbekWords.push([uzbekOrdinal(digits), { value, isOrdinal: true, suffix: '' }]);
}
for (const inCase of cases)
  for (const gender of genders) add(russian.quantity('1,5', { gender, inCase, counts: true }), 1.5);
const groups = 'двое двоих|трое троих|четверо четверых|пятеро пятерых|шестеро шестерых|семеро семерых';
for (const [at, words] of groups.split('|').entries()) for (const word of words.split(' ')) add(word, at + 2);
for (const [word, value] of [
  ['полмиллиона', 500_000],
  ['полтысячи', 500],
  ['полсотни', 50],
] as const)
  add(word, value);
// As it is counted: bitta.
uzbekWords.push(['bit', { value: 1, isOrdinal: false, suffix: '' }]);
uzbekWords.push(
  ...[...scales]
    .filter(([word]) => ['yuz', 'ming', 'million', 'milliard', 'mln'].includes(word))
    .map(([word, value]): [string, PluralNumber] => [word, { value, isOrdinal: false, suffix: '' }]),
);

function numberWord(text: string): PluralNumber | undefined {
  const known = numberWords.get(text);
  if (known !== undefined || !/^[a-zʻ]/.test(text)) return known;
  let longest: PluralNumber | undefined;
  let length = 0;
  for (const [word, found] of uzbekWords) {
    if (!text.startsWith(word) || word.length <= length) continue;
    const suffix = text.slice(word.length);
    if (!(found.isOrdinal ? uzbekOrdinalSuffix : uzbekSuffix).test(suffix)) continue;
    if (word === 'bit' && !suffix.startsWith('ta')) continue;
    longest = { ...found, suffix };
    length = word.length;
  }
  return longest;
}

const tokenPattern = /\d+(?:[.,:]\d+)*|[\p{L}ʻ]+|[%$€₽№]/gu;

/** @param text with one form of the apostrophe */
export function tokensOf(text: string): Token[] {
  return Array.from(text.toLowerCase().matchAll(tokenPattern), ({ 0: token, index }) => ({
    text: token,
    from: index,
    to: index + token.length,
  }));
}

/** Digits that are written in groups of three: 1 500 000, 1,500,000, 1.500.000. */
function joinThousands(text: string): string {
  return text
    .replace(/(?<!\d|\d[.,])[1-9]\d{0,2}(?:[  ]\d{3})+(?!\d|[  -]\d{2}(?!\d))/gu, (match) =>
      match.replaceAll(/\s/gu, ''),
    )
    .replace(/(?<!\d|\d[.,])[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)(?!\d|[.,]\d)/gu, (match) =>
      match.replaceAll(/[.,]/gu, ''),
    );
}

/** A text in the form that `numbersIn` and its callers read. */
export function unified(text: string): string {
  return joinThousands(text.normalize('NFC').replaceAll(/[ʻʼ'`’‘]/gu, 'ʻ'));
}

/**
 * The numbers of a text in digits and words, of three languages at once: 900 ming, девятьсот тысяч, nine hundred thousand are
 * one value. Clock times (10:30) and dates (24.11.2026) are left to the caller.
 */
export function numbersIn(text: string, tokens: readonly Token[]): NumberMention[] {
  const numbers: NumberMention[] = [];
  for (let at = 0; at < tokens.length;) {
    const read = readNumber(text, tokens, at);
    if (read === undefined) at++;
    else {
      numbers.push(read);
      at = read.end;
    }
  }
  return numbers;
}

function readNumber(text: string, tokens: readonly Token[], begin: number): NumberMention | undefined {
  let total = 0;
  let group: number | undefined;
  let isOrdinal = false;
  let suffix = '';
  let digits: string | undefined;
  let lastScale = Infinity;
  let at = begin;
  const isJoined = (next: number) => {
    const [one, other] = [tokens[next - 1], tokens[next]];
    return one !== undefined && other !== undefined && /^[ -]?$/.test(text.slice(one.to, other.from));
  };
  while (at < tokens.length && (at === begin || isJoined(at)) && !isOrdinal && suffix === '') {
    const word = tokens[at]?.text ?? '';
    const hasNumber = group !== undefined || total > 0;
    if (/^\d/.test(word)) {
      if (hasNumber || /:|[.,].*[.,]/.test(word)) break;
      digits = word;
      group = Number(word.replace(',', '.'));
      at++;
      continue;
    }
    const named = numberWord(word);
    const scale =
      scales.get(word) ?? (named !== undefined && named.suffix !== '' ? scaleOf(named) : undefined);
    if (scale !== undefined) {
      if (scale === 1e3 && word === 'k' && digits === undefined) break;
      if (scale >= lastScale || (scale === 100 && (group ?? 0) >= 10)) break;
      if (scale === 100) group = (group ?? 1) * 100;
      else {
        total += (group ?? 1) * scale;
        group = undefined;
        lastScale = scale;
      }
      suffix = named?.suffix ?? '';
      at++;
      continue;
    }
    if (halves.has(word)) {
      if (!hasNumber || group === undefined) break;
      group += 0.5;
      at++;
      continue;
    }
    if (isLinkToHalf(tokens, at) && group !== undefined) {
      at += tokens[at + 1]?.text === 'a' ? 2 : 1;
      continue;
    }
    if (word === 'and' && group !== undefined && group % 100 === 0 && group > 0) {
      const next = numberWord(tokens[at + 1]?.text ?? '');
      if (next === undefined || next.value >= 100 || digits !== undefined) break;
      at++;
      continue;
    }
    if (named === undefined || (digits !== undefined && total === 0)) break;
    const { value } = named;
    const rest = group ?? 0;
    const fits =
      group === undefined ||
      (rest >= 100 && rest % 100 === 0 && value < 100 && value > 0) ||
      (rest % 100 >= 10 && rest % 10 === 0 && value < 10 && value > 0);
    if (!fits || (total > 0 && value >= lastScale)) break;
    group = rest + value;
    ({ isOrdinal, suffix } = named);
    at++;
  }
  if (group === undefined && total === 0) return undefined;
  if (at === begin) return undefined;
  return { value: total + (group ?? 0), isOrdinal, digits, begin, end: at, suffix };
}

function scaleOf({ value }: PluralNumber): number | undefined {
  return value >= 100 ? value : undefined;
}

/** "one and a half", «два с половиной» */
function isLinkToHalf(tokens: readonly Token[], at: number): boolean {
  const [link, next, last] = [at, at + 1, at + 2].map((index) => tokens[index]?.text ?? '');
  if (link === 'с') return halves.has(next ?? '');
  return link === 'and' && next === 'a' && last === 'half';
}
