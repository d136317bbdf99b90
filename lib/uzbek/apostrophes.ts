/** The mark of the letters oʻ and gʻ (MODIFIER LETTER TURNED COMMA). */
export const LETTER_MARK = '\u02BB';
/** Tutuq belgisi, which lengthens a vowel or parts a consonant from it (MODIFIER LETTER APOSTROPHE). */
export const TUTUQ = '\u02BC';

/** Everything that keyboards, phones and word processors put in the place of the two marks. */
const ANY_MARK = '[\u0027\u0060\u00B4\u02B9\u02BB-\u02BF\u02C8\u2018\u2019\u201B\u2032\u2035\uA78C\uFF07]';

const AFTER_O_OR_G = new RegExp(`(?<=[oOgG])${ANY_MARK}+`, 'gu');
const BETWEEN_LETTERS = new RegExp(`(?<=\\p{L})${ANY_MARK}+(?=\\p{L})`, 'gu');
const NEITHER = new RegExp(`(?<![oOgG])${ANY_MARK}+(?!\\p{L})|(?<!\\p{L})${ANY_MARK}+`, 'gu');

/**
 * Brings every apostrophe of a Latin Uzbek text to its one form: ʻ (U+02BB) after o and g, where it makes
 * another letter, ʼ (U+02BC) between any other two letters. One that stands anywhere else is a quotation
 * mark and goes. Source: the alphabet of 2 September 1993 as amended on 6 May 1995 (the letters Oʻ, Gʻ and
 * the tutuq belgisi); Cabinet of Ministers resolution No. 339 of 24 August 1995, on the tutuq belgisi.
 */
export function unifyApostrophes(text: string): string {
  return text.replace(AFTER_O_OR_G, LETTER_MARK).replace(BETWEEN_LETTERS, TUTUQ).replace(NEITHER, '');
}
