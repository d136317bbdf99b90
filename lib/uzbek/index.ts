import { unifyApostrophes } from './apostrophes.ts';
import { cyrillicToLatin } from './cyrillic.ts';

/**
 * Written Uzbek, in either alphabet, as it is said: Latin letters with one form of each apostrophe.
 * Takes any string and never throws.
 */
export function toSpoken(text: string): string {
  return unifyApostrophes(cyrillicToLatin(text.toWellFormed().normalize('NFC')));
}
