import { months } from './dates.ts';
import { cardinal, ordinal, quantity, toOrdinal } from './numbers.ts';
import { type Parts, casePattern, suffixPattern, attach, rewrite } from './rewrite.ts';
import { cardPattern, joinThousands } from './written-numbers.ts';

const numberPattern = '\\d+(?:[.,]\\d+)?';
const signPattern = '(?<sign>(?<![\\p{L}\\d)»”"]|[\\p{L}\\d)»”"] )[−-])?';
const rangePattern = `(?<numbers>${numberPattern}(?: ?[-–] ?${numberPattern})*)`;
/** Ordinal and case endings, in the order in which they are tried. */
const tailPattern = [
  `-?(?<ordinalSuffix>(?:inchi|nchi|chi)(?:${suffixPattern})?)(?!\\p{L})`,
  `-?(?<possessed>si(?:ning|ni|ga|dan|da)?)(?!\\p{L})`,
  `[- ]?(?<suffix>${suffixPattern})(?!\\p{L})`,
  `(?<joined>-)(?=["«“„]?\\p{L})`,
  `(?<hyphen>-)(?= \\p{Ll}| ?,)`,
].join('|');
const numeralPattern = new RegExp(
  `(?<!\\d|\\d[.,])${signPattern}${rangePattern}(?![.,]\\d)(?:${tailPattern})?`,
  'gu',
);

const yearPattern = '(?:1[1-9]|20)\\d\\d';
/** A year is ordinal even without a hyphen: 1991 yil; but not 1200 yil oldin, 2000 yillik. */
const yearByWord = new RegExp(
  `(?<=(?<!\\d|\\d[.,])${yearPattern}) (?=(?:oʻquv )?(?:yil(?!lik|lab| (?:oldin|avval|ilgari|keyin|ichida|davomida))))`,
  'gu',
);
/** 5 martgacha, 1 sentabri; but not 2 marta (twice). */
const dayByMonth = new RegExp(
  `(?<=(?<!\\d|\\d[.,:])(?:[1-9]|[12]\\d|3[01])) (?=(?:${months.join('|')})i?(?:${casePattern})?(?!\\p{L}))`,
  'gu',
);
const yearAfterMonth = new RegExp(
  `(?<=(?:${months.join('|')}),? )(?<year>${yearPattern})(?!\\d|[.,]\\d|-? ?(?:yil|\\p{L}))`,
  'gu',
);
const yearsPattern = new RegExp(`^(?<from>${yearPattern}) ?[-–] ?(?<to>${yearPattern})$`, 'u');
const betweenDigits = /(?<=\d)[.,](?=\d)/gu;

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
  const years = yearsPattern.exec(part('numbers'))?.groups;
  if (years !== undefined && part('suffix') === '')
    return `${attach(quantity(years.from ?? ''), 'dan')} ${attach(quantity(years.to ?? ''), 'gacha')}`;
  return sign + attach(numbers.map(quantity).join('-'), part('suffix'));
}

/** Says all remaining numbers (resolution No. 339, rules 51 to 56): 7-sinf as an ordinal, 10-15 ta as a pair. */
export function sayNumerals(text: string): string {
  const marked = text
    .replace(yearByWord, '-')
    .replace(dayByMonth, '-')
    .replace(yearAfterMonth, '$<year>-yil')
    .replace(/(?<=\d):(?=\d)|(?<=\p{L})-(?=\d)/gu, ' ');
  const spokenText = rewrite(marked, numeralPattern, numeral).replace(betweenDigits, '$& ');
  return rewrite(spokenText, /\d+/gu, (part) => quantity(part('')));
}

const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const canonicalPattern = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** Nouns counted in Roman numerals; before these even a single letter is a number. */
const countedPattern =
  'asr|ming yillik|bob|sinf|jild|qism|boʻlim|fasl|jahon|chorak|kurs|guruh|toifa|darajali|sessiya|chaqiriq|' +
  'kongress|qurultoy|bosqich|olimpiada|festival|mavsum|tur|yarim yillik';
const rulersPattern = 'Pyotr|Nikolay|Aleksandr|Yekaterina|Yelizaveta|Karl|Lui|Genrix|Doro|Fridrix|Vilgelm';

const beforePattern = '(?<!\\p{L})(?<!(?![IVXLCDM])\\p{L}-)';
const linkPattern = '(?: ?[,–-] ?| va | yoki | hamda )';
const surePattern = `(?<sure>[IVX]{2,9})`;
const countingPattern = `(?<counting>[IVX]|[IVXLCDM]{2,9})(?=(?:${linkPattern}[IVXLCDM]{1,9}){0,3}[- ](?:${countedPattern}))`;
const rulingPattern = `(?<=(?:${rulersPattern}) )(?<ruling>[IVX]{1,9})`;

const romanTail = [
  '(?<range> ?[–-] ?)(?=[IVXLCDM]{1,9}(?![\\p{L}\\dʻʼ]))',
  `(?<dash>-)(?=\\p{Ll})(?!(?:${suffixPattern})(?!\\p{L}))`,
  `-?(?<suffix>${suffixPattern})(?!\\p{L})`,
  '(?![\\p{L}\\dʻʼ])',
].join('|');
const romanPattern = new RegExp(
  `${beforePattern}(?:${rulingPattern}|${countingPattern}|${surePattern})(?:${romanTail})`,
  'gu',
);

/** The value of a correct Roman numeral; undefined for IIV and VX. */
function romanValue(numeral: string): number | undefined {
  if (numeral === '' || !canonicalPattern.test(numeral)) return undefined;
  const letters = Array.from(numeral, (letter) => values[letter] ?? 0);
  return letters.reduce((sum, value, at) => sum + (value < (letters[at + 1] ?? 0) ? -value : value), 0);
}

/**
 * Says Roman numerals as ordinals (resolution No. 339): XX asr. L, C, D and M need a counted noun after them. A single I, V or X
 * needs one too, or a ruler's name before it.
 */
export function sayRoman(text: string): string {
  return rewrite(text, romanPattern, (part) => {
    const value = romanValue(part('ruling') || part('counting') || part('sure'));
    if (value === undefined) return undefined;
    const link = part('range') === '' ? part('dash').replace('-', ' ') : '-';
    return ordinal(String(value)) + part('suffix') + link;
  });
}

/** 12,500 soʻm is twelve thousand: nobody counts the thousandths of a soʻm. */
const thousandsOfMoney = /(?<!\d|\d[.,])(?<first>[1-9]\d{0,2})[.,](?<rest>\d{3})(?= ?(?:soʻm|UZS|rubl))/gu;

/** Says the number of a bank card in groups of four digits. */
export function sayCards(text: string): string {
  return rewrite(text, cardPattern, (part) => (part('').match(/\d{4}/g) ?? []).map(cardinal).join(', '));
}

/** Writes 12 500, 1.000.000 and 12,500 soʻm as plain digits. */
export function joinAllThousands(text: string): string {
  return joinThousands(text).replace(thousandsOfMoney, '$<first>$<rest>');
}
