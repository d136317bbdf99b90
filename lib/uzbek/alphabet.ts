/** The mark of the letters oʻ and gʻ (MODIFIER LETTER TURNED COMMA). */
const letterMark = '\u02BB';
/** Tutuq belgisi, which lengthens a vowel, or separates a consonant from the next vowel (MODIFIER LETTER APOSTROPHE). */
const tutuqMark = '\u02BC';

/** All characters that keyboards, phones and word processors write for the two marks. */
const marksPattern = /[\u0027\u0060\u00B4\u02B9\u02BB-\u02BF\u02C8\u2018-\u201B\u2032\u2035\uA78C\uFF07]+/gu;

/**
 * Unifies apostrophes: ʻ (U+02BB) in oʻ and gʻ, ʼ (U+02BC) between other letters; removes the rest as quotation marks (alphabet law
 * of 1993, amended 1995).
 */
export function unifyApostrophes(text: string): string {
  let isInQuotes = false;
  return text.replace(marksPattern, (marks, at: number) => {
    const before = text.charAt(at - 1);
    // Each mark is one UTF-16 unit, so this is the index after all of them.
    const end = at + marks.length;
    const [isStart, isEnd] = [!isLetter(before), !isLetter(text.charAt(end))];
    if (isStart) {
      isInQuotes = !isEnd;
      return '';
    }
    // No Uzbek word ends in oʻ, and many do in gʻ.
    if (isEnd && isInQuotes && !/[gG]/.test(before)) {
      isInQuotes = false;
      return '';
    }
    if (/[oOgG]/.test(before)) return letterMark;
    return isEnd ? '' : tutuqMark;
  });
}

/** Superfluous spaces: repeated ones, and those before closing punctuation. */
export const spareSpaces = / +(?= |[,.;:!?…)\]»”](?![\p{L}\p{N}]))/gu;

const spacesPattern = /[\p{Zs}\t\v\f]/gu;
const breaksPattern = /\r\n?|[\u0085\u2028\u2029]/gu;
const invisiblePattern = /[\p{Cf}\p{Co}\p{Cn}\uFE00-\uFE0F\uFFFD]|(?!\n)\p{Cc}/gu;
const hyphensPattern = /[\u2010\u2011\uFE63\uFF0D]/gu;
const dashesPattern = /[\u2012-\u2015\uFE58]/gu;
const minusPattern = /\u2212/gu;
/** Numerals that are one character: ½, Ⅳ, ①; the raised 2 and 3 of m² stay, as units. */
const composedNumerals = /(?![²³])[\p{No}\p{Nl}]/gu;
const otherNumerals = /(?![0-9²³])\p{N}/gu;
const foreignDigits = /(?![0-9])\p{Nd}/gu;

/** A4 and 5G are two words each; 5ga is one, and m2 a unit. */
const digitBorderPattern = /(?<=\p{L}\p{M}?)(?<![\d ][ksdm]?m)(?=\d)|(?<=\d\p{M}?)(?=\p{Lu})/gu;

/** Converts a digit of any script to 0 to 9. The ten digits of a script have consecutive code points. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/** Normalises spaces, line ends, hyphens, dashes, minus signs and digits; removes invisible characters. */
export function unifyCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(breaksPattern, '\n')
    .replace(spacesPattern, ' ')
    .replace(invisiblePattern, '')
    .normalize('NFC')
    .replace(hyphensPattern, '-')
    .replace(dashesPattern, '–')
    .replace(minusPattern, '−')
    .replace(composedNumerals, (numeral) => ` ${numeral.normalize('NFKC').replace('⁄', '/')} `)
    .replace(foreignDigits, toAsciiDigit)
    .replace(otherNumerals, ' ')
    .replace(spareSpaces, '');
}

/** Separates letters from adjacent digits unless they are one word. */
export function separateDigits(text: string): string {
  return text.replace(digitBorderPattern, ' ');
}

const latinLetters: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', ж: 'j', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'x', ч: 'ch' },
  ...{ ш: 'sh', э: 'e', ю: 'yu', я: 'ya', ё: 'yo', қ: 'q', ҳ: 'h', ь: '' },
  ...{ ў: `o${letterMark}`, ғ: `g${letterMark}` },
  // Not Uzbek, but found in Russian words and in names of neighbouring peoples.
  ...{ щ: 'shch', ы: 'i', і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ә: 'a', ң: 'ng', ө: `o${letterMark}` },
  ...{ ү: 'u', ұ: 'u', һ: 'h', җ: 'j', ӣ: 'i', ӯ: `o${letterMark}`, ҷ: 'j' },
};

const vowels = new Set('аоуэиеёюяўыәөүұіїє');
const iotatedVowels = new Set('еёюя');

/** Words that Latin orthography spells otherwise than letter by letter (rules 1 and 4). */
const stemsPattern = /(?<=сент|окт)я(?=бр)|(?<=б)ю(?=джет)|(?<=ал)ю(?=мин)/giu;
const respelled: Record<string, string> = { я: 'а', Я: 'А', ю: 'у', Ю: 'У' };

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}

/** The Latin form of one lower-case Cyrillic letter between its lower-case neighbours, or undefined. */
function latin(letter: string, before: string | undefined, after: string | undefined): string | undefined {
  const isAfterVowel = before !== undefined && vowels.has(before);
  switch (letter) {
    case 'е': // Yevropa, poyezd; obyekt, premyera; but mehmon
      return !isLetter(before) || isAfterVowel || before === 'ъ' || before === 'ь' ? 'ye' : 'e';
    case 'ц': // litsey, abzats; but sirk, konsert
      return isAfterVowel ? 'ts' : 's';
    case 'ъ': // maʼno, sanʼat; but moʻjiza, obyekt
      if (before === 'ў') return '';
      return !isAfterVowel && after !== undefined && iotatedVowels.has(after) ? '' : tutuqMark;
    case 'о': // batalyon
      return before === 'ь' ? 'yo' : 'o';
    case 'с': // asʼhob: s and h that are not the letter sh
      return after === 'ҳ' ? `s${tutuqMark}` : 's';
    default:
      return latinLetters[letter];
  }
}

function capitalise(spelling: string, isAllCapital: boolean): string {
  return isAllCapital ? spelling.toUpperCase() : spelling.charAt(0).toUpperCase() + spelling.slice(1);
}

/**
 * Transliterates Uzbek Cyrillic to Latin (alphabet law of 1993, as amended in 1995; resolution No. 339 of 1995, rules 17 and 32).
 */
export function cyrillicToLatin(text: string): string {
  if (!/\p{Script=Cyrillic}/u.test(text)) return text;
  const characters = Array.from(text.replace(stemsPattern, (letter) => respelled[letter] ?? letter));
  const small = characters.map((character) => character.toLowerCase());
  return characters
    .map((character, at) => {
      const letter = small[at] ?? character;
      const spelling = latin(letter, small[at - 1], small[at + 1]);
      if (spelling === undefined || character === letter) return spelling ?? character;
      const isCapital = (neighbour: string | undefined, lower: string | undefined) =>
        isLetter(neighbour) && neighbour !== lower;
      return capitalise(
        spelling,
        isCapital(characters[at + 1], small[at + 1]) || isCapital(characters[at - 1], small[at - 1]),
      );
    })
    .join('')
    .normalize('NFC');
}

/** Letters of two signs come before letters of one. Source: the correspondence of the two alphabets, as school books print it. */
const cyrillicSpellings: [RegExp, string][] = [
  [/oʻ/g, 'ў'],
  [/gʻ/g, 'ғ'],
  [/sh/g, 'ш'],
  [/ch/g, 'ч'],
  [/yo(?!ʻ)/g, 'ё'],
  [/yu/g, 'ю'],
  [/ya/g, 'я'],
  // At the beginning and after a vowel, э is written without a y before it, and е with one.
  [/(?<![\p{L}ʼ])ye/gu, 'е'],
  [/(?<=[aeiouў])ye/gu, 'е'],
  [/(?<![\p{L}ʼ])e/gu, 'э'],
  [/(?<=[aiouў])e/gu, 'э'],
];

const cyrillicLetters: Record<string, string> = {
  ...{ a: 'а', b: 'б', c: 'к', d: 'д', e: 'е', f: 'ф', g: 'г', h: 'ҳ', i: 'и', j: 'ж', k: 'к', l: 'л' },
  ...{ m: 'м', n: 'н', o: 'о', p: 'п', q: 'қ', r: 'р', s: 'с', t: 'т', u: 'у', v: 'в', w: 'в', x: 'х' },
  ...{ y: 'й', z: 'з', ʼ: 'ъ' },
};

/** Converts toSpoken's small Latin letters to Cyrillic, for voices that know no other. The rest stays. */
export function latinToCyrillic(spoken: string): string {
  return cyrillicSpellings
    .reduce((text, [latin, cyrillic]) => text.replace(latin, cyrillic), spoken)
    .replace(/[a-zʼ]/g, (letter) => cyrillicLetters[letter] ?? letter);
}

/** The letters of the alphabet of 2026 and its drafts, with their spelling in the alphabet of 1995. */
const laterLetters: Record<string, string> = {
  ...{ õ: `o${letterMark}`, ō: `o${letterMark}`, ğ: `g${letterMark}`, ḡ: `g${letterMark}`, ş: 'sh', ç: 'ch' },
};
const laterLettersPattern = /[õōğḡşç]/giu;

/** Writes Õ Ō, Ğ Ḡ, Ş and Ç as Oʻ, Gʻ, Sh and Ch. */
export function replaceLaterLetters(text: string): string {
  return text.normalize('NFC').replace(laterLettersPattern, (letter, at: number, whole: string) => {
    const small = letter.toLowerCase();
    const spelling = laterLetters[small] ?? letter;
    if (letter === small) return spelling;
    const neighbours = [whole.charAt(at - 1), whole.charAt(at + 1)].filter(isLetter);
    const isCapital = neighbours.length > 0 && neighbours.every((each) => each !== each.toLowerCase());
    return capitalise(spelling, isCapital);
  });
}

/** Letters of the Cyrillic Uzbek alphabet that Russian does not have. */
const uzbekCyrillic = /[ўқғҳ]/iu;

/** Converts recognised Uzbek to the Latin alphabet of 1995. Cyrillic text without ў, қ, ғ or ҳ counts as Russian and stays. */
export function normalizeRecognizedUzbek(text: string): string {
  return unifyApostrophes(replaceLaterLetters(uzbekCyrillic.test(text) ? cyrillicToLatin(text) : text));
}

/** Converts Uzbek of any alphabet to the Latin one of 1995, with uniform apostrophes. */
export function oneAlphabet(text: string): string {
  return unifyApostrophes(replaceLaterLetters(cyrillicToLatin(text)));
}
