import { ordinal } from './numbers.ts';
import { rewrite } from './rewrite.ts';
import { SUFFIX } from './suffixes.ts';

const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const CANONICAL = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** What is counted in Roman numerals; in front of these even a single letter is a number. */
const COUNTED =
  'asr|ming yillik|bob|sinf|jild|qism|boʻlim|fasl|jahon|chorak|kurs|guruh|toifa|darajali|sessiya|chaqiriq|' +
  'kongress|qurultoy|bosqich|olimpiada|festival|mavsum|tur|yarim yillik';
const RULERS = 'Pyotr|Nikolay|Aleksandr|Yekaterina|Yelizaveta|Karl|Lui|Genrix|Doro|Fridrix|Vilgelm';

const BEFORE = '(?<!\\p{L})(?<!(?![IVXLCDM])\\p{L}-)';
const LINK = '(?: ?[,–-] ?| va | yoki | hamda )';
const SURE = `(?<sure>[IVX]{2,9})`;
const COUNTING = `(?<counting>[IVX]|[IVXLCDM]{2,9})(?=(?:${LINK}[IVXLCDM]{1,9}){0,3}[- ](?:${COUNTED}))`;
const RULING = `(?<=(?:${RULERS}) )(?<ruling>[IVX]{1,9})`;

const TAIL = [
  '(?<range> ?[–-] ?)(?=[IVXLCDM]{1,9}(?![\\p{L}\\dʻʼ]))',
  '(?<dash>-)(?=\\p{Ll})(?!(?:SUFFIX)(?!\\p{L}))',
  '-?(?<suffix>SUFFIX)(?!\\p{L})',
  '(?![\\p{L}\\dʻʼ])',
]
  .join('|')
  .replaceAll('SUFFIX', SUFFIX);
const NUMERAL = new RegExp(`${BEFORE}(?:${RULING}|${COUNTING}|${SURE})(?:${TAIL})`, 'gu');

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
  return rewrite(text, NUMERAL, (part) => {
    const value = romanValue(part('ruling') || part('counting') || part('sure'));
    if (value === undefined) return undefined;
    const link = part('range') === '' ? part('dash').replace('-', ' ') : '-';
    return ordinal(String(value)) + part('suffix') + link;
  });
}
