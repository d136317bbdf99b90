import { nameMoney, nameUnits, sayOperators, saySigns, tidy } from './amounts.ts';
import {
  cyrillicToLatin,
  replaceLaterLetters,
  separateDigits,
  unifyApostrophes,
  unifyCharacters,
} from './alphabet.ts';
import { sayLinks, sayPhones } from './contacts.ts';
import { sayDates, sayTimes } from './dates.ts';
import { cardinal } from './numbers.ts';
import { joinAllThousands, sayCards, sayNumerals, sayRoman } from './numerals.ts';
import { expandAbbreviations, spellAcronyms } from './words.ts';
import { sayPoints } from './written-numbers.ts';

/**
 * Uzbek text in its spoken form, in one alphabet, or in its searchable form. This folder has no state and no outside imports.
 * cases.tsv has an example of each rule, with its source.
 */
export {
  cyrillicToLatin,
  latinToCyrillic,
  replaceLaterLetters,
  oneAlphabet,
  normalizeRecognizedUzbek,
} from './alphabet.ts';
export { cardinal, ordinal } from './numbers.ts';
export { phoneSearchText, searchText, searchWords } from './search-text.ts';

/** The order matters: special shapes, such as telephone numbers, come before plain digits. */
const steps = [
  unifyCharacters,
  cyrillicToLatin,
  replaceLaterLetters,
  unifyApostrophes,
  separateDigits,
  sayLinks,
  (text: string) => sayPhones(text, 'plyus', cardinal),
  sayDates,
  sayTimes,
  sayCards,
  joinAllThousands,
  (text: string) => sayPoints(text, 'nuqta'),
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
 * The spoken form of Uzbek in any of its alphabets: Latin words without digits. Idempotent; accepts any string, never throws.
 * Sources: resolution No. 339 of 24 August 1995, the alphabet law of 1993 as amended in 1995, and those in cases.tsv.
 */
export function toSpoken(text: string): string {
  return steps.reduce((spoken, step) => step(spoken), text);
}
