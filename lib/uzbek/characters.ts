/** All but one of several spaces, and one in front of a mark that closes something. */
export const SPARE_SPACES = / +(?= |[,.;:!?…)\]»”](?![\p{L}\p{N}]))/gu;

const SPACES = /[\p{Zs}\t\v\f]/gu;
const BREAKS = /\r\n?|[\u0085\u2028\u2029]/gu;
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\uFE00-\uFE0F\uFFFD]|(?!\n)\p{Cc}/gu;
const HYPHENS = /[\u2010\u2011\uFE63\uFF0D]/gu;
const DASHES = /[\u2012-\u2015\uFE58]/gu;
const MINUS = /\u2212/gu;
/** Numerals that are one character: ½, Ⅳ, ①; the raised 2 and 3 of m² stay, as units. */
const COMPOSED_NUMERALS = /(?![²³])[\p{No}\p{Nl}]/gu;
const OTHER_NUMERALS = /(?![0-9²³])\p{N}/gu;
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu;

/** A4 and 5G are two words each; 5ga is one, and m2 a unit. */
const MEETING = /(?<=\p{L}\p{M}?)(?<![\d ][ksdm]?m)(?=\d)|(?<=\d\p{M}?)(?=\p{Lu})/gu;

/** The digit 0 to 9 of any script: every script's ten digits stand in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/**
 * One form for what looks the same: spaces, line ends, hyphen (-), dash (–), minus (−), digits (0-9).
 * Invisible characters go.
 */
export function unifyCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(BREAKS, '\n')
    .replace(SPACES, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(HYPHENS, '-')
    .replace(DASHES, '–')
    .replace(MINUS, '−')
    .replace(COMPOSED_NUMERALS, (numeral) => ` ${numeral.normalize('NFKC').replace('⁄', '/')} `)
    .replace(FOREIGN_DIGITS, toAsciiDigit)
    .replace(OTHER_NUMERALS, ' ')
    .replace(SPARE_SPACES, '');
}

/** Parts letters from the digits beside them where they are not one word. */
export function partDigits(text: string): string {
  return text.replace(MEETING, ' ');
}
