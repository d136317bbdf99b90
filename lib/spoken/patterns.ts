import { unifyCharacters } from '../uzbek/alphabet.ts';
import { cardPattern } from '../uzbek/written-numbers.ts';

/** A whole number or a decimal, or a pair of them: 5, 1.5, 5–10. */
export const amountPattern = '(?<amount>\\d+(?:[.,]\\d+)?(?: ?[-–] ?\\d+(?:[.,]\\d+)?)?)';
export const notInNumber = '(?<![\\d\\p{L}]|\\d[.,])';

export const datePatterns = {
  dayFirst:
    /(?<!\d|\d[./-])(?<day>\d{1,2})(?<mark>[./])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?!\d|[./:-]\d)/gu,
  yearFirst: /(?<!\d|\d[./-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d|[./:-]\d)/gu,
};

const clock = '(?:[01]?\\d|2[0-4]):[0-5]\\d';
export const clockPattern = `(?<!\\d|\\d[:.,])(?<at>${clock})(?!\\d|[:.,]\\d)`;
export const clockRangePattern = `(?<!\\d|\\d[:.,])(?<from>${clock}) ?[-–] ?(?<to>${clock})(?!\\d|[:.,]\\d)`;

const secondsPattern = /(?<!\d|\d[:.,])(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?!\d|[:.,]\d)/gu;
/** A hyphen is a minus only directly before the number: -5, but not Price - 500. */
const minusPattern = /(?<!\d ?)(?:(?<![\p{L}\p{N})»”"])-|− ?)(?=[$€£₽]?\d)/gu;

const timeAfterDate = /(?<=[./-]\d{1,4}) (?=\d{1,2}:\d{2}(?!\d))/gu;

/** Normalises characters, separates the parts of card numbers and of times with seconds, and writes `minus` before negative numbers. */
export function unify(text: string, minus: string): string {
  return unifyCharacters(text)
    .replace(/so[ʻ'’‘`]m(?!\p{L})/gu, 'soʻm')
    .replace(cardPattern, (card) =>
      card
        .replace(/[ -]/g, ',')
        .replace(/\d(?=\d)/g, '$& ')
        .replaceAll(',', ', '),
    )
    .replace(secondsPattern, (time) => time.replaceAll(':', ' '))
    .replace(minusPattern, `${minus} `)
    .replace(timeAfterDate, ', ')
    .trim();
}

/** The names of signs in one language. */
export interface SignNames {
  number: string;
  about: string;
  plus: string;
  operators: Record<string, string>;
}

/** Says the signs around numbers: № 5, ~100, 2 + 3, +5. */
export function saySigns(text: string, { number, about, plus, operators }: SignNames): string {
  return text
    .replace(/(?:№|#|(?<!\p{L})No\.) ?(?=\d)/gu, `${number} `)
    .replace(/[~≈] ?(?=\d)/gu, `${about} `)
    .replace(/(?<=\d ?)[+×*=÷/:xх](?= ?\d)/gu, (sign) => ` ${operators[sign]} `.replace(/ +/, ' '))
    .replace(/(?<![\p{L}\d])\+ ?(?=\d)/gu, `${plus} `)
    .replace(/(?<=\p{L})-(?=\d)/gu, ' ');
}

/** The digits of a code, which are read one by one: AB1234. */
export const codePattern = /(?<=\p{L})\d{4,}(?![\d.,]\d)/gu;

/** Joins names into the alternatives of a pattern, the longest first. */
export function alternatives(names: readonly string[]): string {
  return names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.*+?^/]/g, '\\$&'))
    .join('|');
}
