import { months } from './dates.ts';
import { cardinal, digitByDigit, ordinal, quantity, toOrdinal } from './numbers.ts';
import { type Parts, SUFFIX, attach, rewrite } from './rewrite.ts';

const NUMBER = '\\d+(?:[.,]\\d+)?';
const SIGN = '(?<sign>(?<![\\p{L}\\d)»”"]|[\\p{L}\\d)»”"] )[−-])?';
const RANGE = `(?<numbers>${NUMBER}(?: ?[-–] ?${NUMBER})*)`;
/** Ordinal and case endings, in the order in which they are tried. */
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

const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const CANONICAL = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** Nouns counted in Roman numerals; in front of these even a single letter is a number. */
const COUNTED =
  'asr|ming yillik|bob|sinf|jild|qism|boʻlim|fasl|jahon|chorak|kurs|guruh|toifa|darajali|sessiya|chaqiriq|' +
  'kongress|qurultoy|bosqich|olimpiada|festival|mavsum|tur|yarim yillik';
const RULERS = 'Pyotr|Nikolay|Aleksandr|Yekaterina|Yelizaveta|Karl|Lui|Genrix|Doro|Fridrix|Vilgelm';

const BEFORE = '(?<!\\p{L})(?<!(?![IVXLCDM])\\p{L}-)';
const LINK = '(?: ?[,–-] ?| va | yoki | hamda )';
const SURE = `(?<sure>[IVX]{2,9})`;
const COUNTING = `(?<counting>[IVX]|[IVXLCDM]{2,9})(?=(?:${LINK}[IVXLCDM]{1,9}){0,3}[- ](?:${COUNTED}))`;
const RULING = `(?<=(?:${RULERS}) )(?<ruling>[IVX]{1,9})`;

const ROMAN_TAIL = [
  '(?<range> ?[–-] ?)(?=[IVXLCDM]{1,9}(?![\\p{L}\\dʻʼ]))',
  '(?<dash>-)(?=\\p{Ll})(?!(?:SUFFIX)(?!\\p{L}))',
  '-?(?<suffix>SUFFIX)(?!\\p{L})',
  '(?![\\p{L}\\dʻʼ])',
]
  .join('|')
  .replaceAll('SUFFIX', SUFFIX);
const ROMAN = new RegExp(`${BEFORE}(?:${RULING}|${COUNTING}|${SURE})(?:${ROMAN_TAIL})`, 'gu');

/** The value of a Roman numeral as it should be written, else undefined: IIV and VX are no numbers. */
export function romanValue(numeral: string): number | undefined {
  if (numeral === '' || !CANONICAL.test(numeral)) return undefined;
  const letters = Array.from(numeral, (letter) => values[letter] ?? 0);
  return letters.reduce((sum, value, at) => sum + (value < (letters[at + 1] ?? 0) ? -value : value), 0);
}

/**
 * Roman numerals are ordinal and take no hyphen (resolution No. 339): XX asr, II jahon urushi. Two letters
 * of I, V and X are always a number, one alone or with L, C, D, M only in front of what is counted so.
 */
export function sayRoman(text: string): string {
  return rewrite(text, ROMAN, (part) => {
    const value = romanValue(part('ruling') || part('counting') || part('sure'));
    if (value === undefined) return undefined;
    const link = part('range') === '' ? part('dash').replace('-', ' ') : '-';
    return ordinal(String(value)) + part('suffix') + link;
  });
}

const BY_SPACE = /(?<!\d|\d[.,])(?<first>[1-9]\d{0,2})(?<rest>(?: \d{3})+)(?!\d)/gu;
const BY_MARK = /(?<!\d|\d[.,])[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})(?!\d|[.,]\d)/gu;
/** 12,500 soʻm is twelve thousand: nobody counts the thousandths of a soʻm. */
const OF_MONEY = /(?<!\d|\d[.,])(?<first>[1-9]\d{0,2})[.,](?<rest>\d{3})(?= ?(?:soʻm|UZS|rubl))/gu;
const CARD = /(?<!\d|\d[ -])\d{4}(?<gap>[ -])\d{4}\k<gap>\d{4}\k<gap>\d{4}(?![ -]?\d)/gu;
const CHAIN = /(?<!\d|\d\.)\d+(?:\.\d+){2,}(?!\d)/gu;

/** 12 500 and 1.000.000 as plain digits, card numbers in groups of four, 2.0.1 with its points said. */
export function joinThousands(text: string): string {
  return rewrite(text, CARD, (part) =>
    (part('').match(/\d{4}/g) ?? [])
      .map((four) => (four.startsWith('0') ? digitByDigit(four) : cardinal(four)))
      .join(', '),
  )
    .replace(BY_SPACE, (match) => match.replaceAll(' ', ''))
    .replace(BY_MARK, (match) => match.replace(/[.,]/g, ''))
    .replace(OF_MONEY, '$<first>$<rest>')
    .replace(CHAIN, (match) => match.replaceAll('.', ' nuqta '));
}
