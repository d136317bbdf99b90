/** The mark of the letters oʻ and gʻ (MODIFIER LETTER TURNED COMMA). */
export const LETTER_MARK = '\u02BB';
/** Tutuq belgisi, which lengthens a vowel or parts a consonant from it (MODIFIER LETTER APOSTROPHE). */
export const TUTUQ = '\u02BC';

/** Everything that keyboards, phones and word processors put in the place of the two marks. */
const MARKS = /[\u0027\u0060\u00B4\u02B9\u02BB-\u02BF\u02C8\u2018-\u201B\u2032\u2035\uA78C\uFF07]+/gu;

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

/**
 * Brings every apostrophe of a Latin Uzbek text to its one form: ʻ (U+02BB) after o and g, where it makes
 * another letter, ʼ (U+02BC) between any other two letters. One that stands anywhere else is a quotation
 * mark and goes. Source: the alphabet of 2 September 1993 as amended on 6 May 1995 (the letters Oʻ, Gʻ and
 * the tutuq belgisi); resolution No. 339 of 24 August 1995, rules 5, 28 and 32.
 */
export function unifyApostrophes(text: string): string {
  let quoted = false;
  return text.replace(MARKS, (written, at: number) => {
    const before = text.charAt(at - 1);
    // The marks are all of one unit, so what follows them begins at the next character that is none.
    const end = at + written.length;
    const [start, stop] = [!isLetter(before), !isLetter(text.charAt(end))];
    if (start) {
      quoted = !stop;
      return '';
    }
    // No Uzbek word ends in oʻ, and many do in gʻ.
    if (stop && quoted && !/[gG]/.test(before)) {
      quoted = false;
      return '';
    }
    if (/[oOgG]/.test(before)) return LETTER_MARK;
    return stop ? '' : TUTUQ;
  });
}
