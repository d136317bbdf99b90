import { unifyCharacters } from '../uzbek/alphabet.ts';

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

const thousandsBySpace = /(?<!\d|\d[.,])[1-9]\d{0,2}(?: \d{3})+(?!\d)/gu;
const thousandsByMark = /(?<!\d|\d[.,])[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})(?!\d|[.,]\d)/gu;
const chainPattern = /(?<!\d|\d\.)\d+(?:\.\d+){2,}(?!\d)/gu;

/** Writes 1 500 000, 1.500.000 and 1,500,000 as plain digits. */
export function joinThousands(text: string): string {
  return text
    .replace(thousandsBySpace, (match) => match.replaceAll(' ', ''))
    .replace(thousandsByMark, (match) => match.replace(/[.,]/g, ''));
}

/** Says the points of 2.0.1. */
export function sayPoints(text: string, point: string): string {
  return text.replace(chainPattern, (chain) => chain.replaceAll('.', ` ${point} `));
}

const cardPattern = /(?<!\d|\d[ -])\d{4}(?<gap>[ -])\d{4}\k<gap>\d{4}\k<gap>\d{4}(?![ -]?\d)/gu;
const secondsPattern = /(?<!\d|\d[:.,])(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?!\d|[:.,]\d)/gu;
/** A hyphen is a minus only directly before the number: -5, but not Price - 500. */
const minusPattern = /(?<!\d ?)(?:(?<![\p{L}\p{N})»”"])-|− ?)(?=[$€£₽]?\d)/gu;

const timeAfterDate = /(?<=[./-]\d{1,4}) (?=\d{1,2}:\d{2}(?!\d))/gu;

/** Normalises characters, separates the parts of card numbers and of times with seconds, and writes `minus` before negative numbers. */
export function unify(text: string, minus: string): string {
  return unifyCharacters(text)
    .replace(cardPattern, (card) =>
      card
        .replace(/\d/g, '$& ')
        .replace(/ [ -](?=\d)/g, ', ')
        .replaceAll('  ', ' ')
        .trim(),
    )
    .replace(secondsPattern, (time) => time.replaceAll(':', ' '))
    .replace(minusPattern, `${minus} `)
    .replace(timeAfterDate, ', ')
    .trim();
}

/** Joins names into the alternatives of a pattern, the longest first. */
export function alternatives(names: readonly string[]): string {
  return names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.*+?^/]/g, '\\$&'))
    .join('|');
}
