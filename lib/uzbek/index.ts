import { nameMoney, nameUnits, sayOperators, saySigns, tidy } from './amounts.ts';
import { cyrillicToLatin, newLetters, partDigits, unifyApostrophes, unifyCharacters } from './alphabet.ts';
import { sayLinks, sayPhones } from './contacts.ts';
import { sayDates, sayTimes } from './dates.ts';
import { joinThousands, sayNumerals, sayRoman } from './numerals.ts';
import { expandAbbreviations, spellAcronyms } from './words.ts';

/**
 * Written Uzbek for programs: text as it is spoken, in one alphabet, or as it is searched.
 * This folder imports nothing from outside, has no state and never throws.
 *
 *     toSpoken('2026-yil 5-may, soat 14:30, 1 500 000 soʻm')
 *     cyrillicToLatin('Ўзбекистон')      // Oʻzbekiston
 *     oneAlphabet('Õzbekiston, şahar')   // Oʻzbekiston, shahar
 *     searchText('Oʻzbek') === searchText('ўзбек') && searchText('Õzbek') === searchText('uzbek')
 *
 * cases.tsv beside this file says how each kind of text is read, with sources.
 */
export { cyrillicToLatin, latinToCyrillic, newLetters, oneAlphabet, recognisedUzbek } from './alphabet.ts';
export { cardinal, ordinal } from './numbers.ts';
export { phoneSearchText, searchText, searchWords } from './search-text.ts';

/** In this order: what has a shape of its own (a telephone number) before what is only digits. */
const steps = [
  unifyCharacters,
  cyrillicToLatin,
  newLetters,
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
