import { months } from './dates.ts';
import { quantity, toOrdinal } from './numbers.ts';
import { rewrite, type Parts } from './rewrite.ts';
import { attach, SUFFIX } from './suffixes.ts';

const NUMBER = '\\d+(?:[.,]\\d+)?';
const SIGN = '(?<sign>(?<![\\p{L}\\d)»”"]|[\\p{L}\\d)»”"] )[−-])?';
const RANGE = `(?<numbers>${NUMBER}(?: ?[-–] ?${NUMBER})*)`;
/** What makes an ordinal of it, and what it takes on, in the order in which they are tried. */
const TAIL = [
  `-?(?<ordinalSuffix>(?:inchi|nchi|chi)(?:${SUFFIX})?)(?!\\p{L})`,
  `-?(?<possessed>si(?:ning|ni|ga|dan|da)?)(?!\\p{L})`,
  `[- ]?(?<suffix>${SUFFIX})(?!\\p{L})`,
  `(?<joined>-)(?=["«“„]?\\p{L})`,
  `(?<hyphen>-)(?= \\p{Ll}| ?,)`,
].join('|');
const NUMERAL = new RegExp(`(?<!\\d|\\d[.,])${SIGN}${RANGE}(?![.,]\\d)(?:${TAIL})?`, 'gu');

const YEAR = '(?:1[1-9]|20)\\d\\d';
/** Without a hyphen the year is ordinal all the same: 1991 yil; but not 1200 yil oldin, 2000 yillik. */
const YEAR_BY_WORD = new RegExp(
  `(?<=(?<!\\d|\\d[.,])${YEAR}) (?=(?:oʻquv )?(?:yil(?!lik|lab| (?:oldin|avval|ilgari|keyin|ichida|davomida))))`,
  'gu',
);
const DAY_BY_MONTH = new RegExp(
  `(?<=(?<!\\d|\\d[.,:])(?:[1-9]|[12]\\d|3[01])) (?=(?:${months.join('|')})(?!\\p{L}{4}))`,
  'gu',
);
const YEAR_BEHIND_MONTH = new RegExp(
  `(?<=(?:${months.join('|')}),? )(?<year>${YEAR})(?!\\d|[.,]\\d|-? ?(?:yil|\\p{L}))`,
  'gu',
);
const YEARS = new RegExp(`^(?<from>${YEAR}) ?[-–] ?(?<to>${YEAR})$`, 'u');
const BETWEEN_DIGITS = /(?<=\d)[.,](?=\d)/gu;

function allOrdinal(numbers: string[]): string {
  return numbers.map((number) => toOrdinal(quantity(number))).join('-');
}

function numeral(part: Parts): string {
  const numbers = part('numbers').split(/ ?[-–] ?/);
  const sign = part('sign') === '' ? '' : 'minus ';
  if (part('ordinalSuffix') !== '') {
    const [, suffix = ''] = /^(?:i?nchi|chi)(.*)$/u.exec(part('ordinalSuffix')) ?? [];
    return sign + attach(allOrdinal(numbers), suffix);
  }
  if (part('possessed') !== '') return allOrdinal(numbers) + part('possessed');
  if (part('joined') !== '') return `${sign}${allOrdinal(numbers)} `;
  if (part('hyphen') !== '') return sign + allOrdinal(numbers);
  const years = YEARS.exec(part('numbers'))?.groups;
  if (years !== undefined && part('suffix') === '')
    return `${attach(quantity(years.from ?? ''), 'dan')} ${attach(quantity(years.to ?? ''), 'gacha')}`;
  return sign + attach(numbers.map(quantity).join('-'), part('suffix'));
}

/**
 * Says every number that is left. A hyphen behind digits stands for -(i)nchi, 7-sinf, 3- va 5-sinf, and a
 * pair is said as a pair, 10-15 ta is oʻn-oʻn beshta (resolution No. 339, rules 51 to 56). Digits in no known
 * order are read as they stand.
 */
export function sayNumerals(text: string): string {
  const marked = text
    .replace(YEAR_BY_WORD, '-')
    .replace(DAY_BY_MONTH, '-')
    .replace(YEAR_BEHIND_MONTH, '$<year>-yil')
    .replace(/(?<=\d):(?=\d)|(?<=\p{L})-(?=\d)/gu, ' ');
  const said = rewrite(marked, NUMERAL, numeral).replace(BETWEEN_DIGITS, '$& ');
  return rewrite(said, /\d+/gu, (part) => quantity(part('')));
}
