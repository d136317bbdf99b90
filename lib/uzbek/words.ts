import { type Parts, rewrite } from './rewrite.ts';

/** The names of the letters of the Uzbek alphabet, and of those in foreign words. */
const letterNames: Record<string, string> = {
  ...{ a: 'a', b: 'be', d: 'de', e: 'e', f: 'ef', g: 'ge', h: 'ha', i: 'i', j: 'je', k: 'ka', l: 'el' },
  ...{ m: 'em', n: 'en', o: 'o', p: 'pe', q: 'qa', r: 'er', s: 'es', t: 'te', u: 'u', v: 've', x: 'xa' },
  ...{ y: 'ye', z: 'ze', oʻ: 'oʻ', gʻ: 'gʻa', sh: 'sha', ch: 'che', ya: 'ya', yu: 'yu', yo: 'yo', ye: 'ye' },
  ...{ c: 'se', w: 've' },
};

/** A capital letter, or the two signs that the alphabet counts as one. */
const capitalPattern = '(?:S[Hh]|C[Hh]|[OG]ʻ|\\p{Lu})';

/** The name of a letter; a letter of another alphabet is its own name. */
function letterName(letter: string): string {
  const small = letter.toLowerCase();
  return letterNames[small] ?? small;
}

const edgePattern = '(?<!\\p{L})';
/** Removes the abbreviation's full stop, unless it also ends the sentence. */
const stopPattern = '(?=\\.)(?:\\.(?!\\.|\\s*$|\\s+\\p{Lu}))?';

/** A pattern for a word that may begin with a capital. */
export function eitherCase(word: string): string {
  return `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`;
}

const phrases: [pattern: string, said: string][] = [
  ['(?:[Vv]a )?[Hh]\\. ?k', 'va hokazo'],
  ['[Vv]a sh\\. ?k', 'va shu kabilar'],
  ['[Ss]h\\. ?k', 'shu kabilar'],
  ['[Vv]a (?:boshq|b)', 'va boshqalar'],
  ['[Vv]\\. ?b', 'va boshqalar'],
  ['[Ss]h\\. ?j', 'shu jumladan'],
  ['[Mm]il\\. ?av|[Mm]\\. ?a', 'miloddan avvalgi'],
];

const words: Record<string, string> = {
  ...{ mas: 'masalan', qar: 'qarang', taxm: 'taxminan', tugʻ: 'tugʻilgan', vaf: 'vafot etgan' },
  ...{ koʻch: 'koʻchasi', vil: 'viloyati', tum: 'tumani', qishl: 'qishlogʻi', mah: 'mahallasi' },
  ...{ resp: 'respublikasi', shah: 'shahri' },
};
const wordPattern = new RegExp(
  `${edgePattern}(?<word>${Object.keys(words).map(eitherCase).join('|')})${stopPattern}`,
  'gu',
);

/** Abbreviated titles: the full stop before a name's capital ends no sentence. */
const titles: Record<string, string> = {
  ...{ prof: 'professor', akad: 'akademik', dots: 'dotsent', dr: 'doktor', inj: 'injener', tel: 'telefon' },
};
const titlePattern = new RegExp(
  `${edgePattern}(?<word>${Object.keys(titles).map(eitherCase).join('|')})\\.(?!\\.)`,
  'gu',
);

/** Abbreviations only after a number: 1991 y., 25-b. */
const afterNumber: Record<string, string> = { yy: 'yillar', y: 'yil', b: 'bet', j: 'jild' };
const afterNumberPattern = new RegExp(
  `(?<=\\d)(?<link>[- ]?)(?<word>${Object.keys(afterNumber).join('|')})${stopPattern}`,
  'gu',
);

const initialPattern = `(?:Y[aeou]|${capitalPattern})\\.`;
/** Initials: T.Sh., or A. before a name. */
const initialsPattern = new RegExp(
  `${edgePattern}${initialPattern}(?:(?: ?${initialPattern})+|(?= ?\\p{Lu}[\\p{Ll}ʻ]))`,
  'gu',
);

function sameCase(said: string, written: string): string {
  return /^\p{Lu}/u.test(written) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

/** Each kind of abbreviation, and how it is said. */
const abbreviations: [pattern: RegExp, say: (part: Parts) => string][] = [
  ...phrases.map(([pattern, phrase]): [RegExp, (part: Parts) => string] => [
    new RegExp(`${edgePattern}(?:${pattern})${stopPattern}`, 'gu'),
    (part) => sameCase(phrase, part('')),
  ]),
  [wordPattern, (part) => sameCase(words[part('word').toLowerCase()] ?? '', part('word'))],
  [titlePattern, (part) => sameCase(titles[part('word').toLowerCase()] ?? '', part('word'))],
  [afterNumberPattern, (part) => (part('link') === '-' ? '-' : ' ') + (afterNumber[part('word')] ?? '')],
  [/(?<!\p{L})Oʻz ?R(?!\p{L})/gu, () => 'Oʻzbekiston Respublikasi'],
  [/(?<=\p{Lu}[\p{Ll}ʻʼ]+ )sh(?=\.)(?:\.(?!\.|\s*$|\s+\p{Lu}))?/gu, () => 'shahri'],
  [initialsPattern, (part) => part('').split(/[. ]+/).filter(Boolean).map(letterName).join(' ')],
];

/**
 * Writes abbreviations out, and spells initials. The abbreviations are those of Uzbek dictionaries and
 * newspapers: va h.k., sh.j., prof., vil., y.
 */
export function expandAbbreviations(text: string): string {
  return abbreviations.reduce((result, [pattern, say]) => rewrite(result, pattern, say), text);
}

const endingPattern =
  '(?:lar)?(?:imiz|ingiz|si|im|ing|i)?(?:ning|ni|[gkq]a(?:cha)?|da(?:gi|n)?|cha|lik|li|siz|dir)?';
const acronymPattern = new RegExp(
  `(?<![\\p{L}\\p{M}\\dʻʼ])(?<letters>${capitalPattern}{2,6})(?:-?(?<ending>${endingPattern}))(?![\\p{L}\\p{M}ʻʼ])`,
  'gu',
);
const letterPattern = new RegExp(capitalPattern, 'gu');
const sentencePattern = /[^.!?\n]+/gu;

/** Abbreviations that are spoken with the English names of their letters, or as a word. */
const spokenAcronyms: Record<string, string> = {
  ...{ IT: 'ay-ti', AI: 'ey-ay', API: 'ey-pi-ay', GPS: 'ji-pi-es', GPT: 'ji-pi-ti', USB: 'yu-es-bi' },
  ...{ VPN: 'vi-pi-en', HR: 'eych-ar', PR: 'pi-ar', CEO: 'si-i-o', IELTS: 'ayelts', TOEFL: 'toyfl' },
  ...{ VIP: 'vip' },
};

/** True if an acronym of four letters or more can be read as a word: NATO, YUNESKO. */
function isWord(letters: string[]): boolean {
  if (letters.length < 4) return false;
  const shape = letters.map((letter) => (/^[AEIOU]/.test(letter) ? 'v' : 'c')).join('');
  return shape.includes('v') && !/^cc|ccc|vvv/.test(shape) && !shape.endsWith('ccc');
}

/** True for a sentence in capitals. Its words are not acronyms. */
function isAllCapitals(sentence: string): boolean {
  return !/\p{Ll}/u.test(sentence) && (sentence.match(/\p{L}{2,}/gu) ?? []).length > 2;
}

function sayInSentence(sentence: string): string {
  if (isAllCapitals(sentence)) return sentence.toLowerCase();
  return rewrite(sentence, acronymPattern, (part) => {
    const letters = part('letters').match(letterPattern) ?? [];
    if (isWord(letters) && spokenAcronyms[part('letters')] === undefined) return undefined;
    return (spokenAcronyms[part('letters')] ?? letters.map(letterName).join('-')) + part('ending');
  });
}

/** Spells acronyms by the names of their letters and leaves their endings: BMTning is be-em-tening. */
export function spellAcronyms(text: string): string {
  return text.replace(sentencePattern, sayInSentence);
}
