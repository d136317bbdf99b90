import { expandAbbreviations } from './abbreviations.ts';
import { spellAcronyms } from './acronyms.ts';
import { unifyApostrophes } from './apostrophes.ts';
import { partDigits, unifyCharacters } from './characters.ts';
import { cyrillicToLatin } from './cyrillic.ts';
import { sayDates } from './dates.ts';
import { sayLinks } from './links.ts';
import { nameMoney } from './money.ts';
import { sayNumerals } from './numerals.ts';
import { sayPhones } from './phones.ts';
import { sayRoman } from './roman.ts';
import { sayOperators, saySigns, tidy } from './symbols.ts';
import { joinThousands } from './thousands.ts';
import { sayTimes } from './times.ts';
import { nameUnits } from './units.ts';

export { unifyApostrophes } from './apostrophes.ts';
export { cyrillicToLatin } from './cyrillic.ts';
export { latinToCyrillic } from './latin-to-cyrillic.ts';
export { cardinal, ordinal } from './numbers.ts';

/** In this order: what has a shape of its own (a telephone number) before what is only digits. */
const steps = [
  unifyCharacters,
  cyrillicToLatin,
  unifyApostrophes,
  partDigits,
  sayLinks,
  sayPhones,
  sayDates,
  sayTimes,
  joinThousands,
  sayOperators,
  nameMoney,
  nameUnits,
  saySigns,
  expandAbbreviations,
  sayRoman,
  spellAcronyms,
  sayNumerals,
  tidy,
];

/**
 * Written Uzbek, in either alphabet, as it is said: Latin words without digits, ʻ (U+02BB) in oʻ and gʻ, ʼ
 * (U+02BC) as tutuq belgisi, punctuation kept for the pauses. Takes any string, never throws, and leaves
 * what it has once written as it is. Source: "Oʻzbek tilining asosiy imlo qoidalari", Cabinet of Ministers
 * resolution No. 339 of 24 August 1995, and the law on the Latin alphabet of 2 September 1993 as amended on
 * 6 May 1995; how numbers are said, the grammars of the literary language that cases.tsv names.
 */
export function toSpoken(text: string): string {
  return steps.reduce((spoken, step) => step(spoken), text);
}
