import { CAPITAL, letterName } from './letters.ts';
import { rewrite } from './rewrite.ts';

const EDGE = '(?<!\\p{L})';
/** The abbreviation's full stop goes, unless it ends the sentence as well. */
const STOP = '(?=\\.)(?:\\.(?!\\.|\\s*$|\\s+\\p{Lu}))?';

function eitherCase(word: string): string {
  return `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`;
}

const phrases: [pattern: RegExp, said: string][] = (
  [
    ['(?:[Vv]a )?[Hh]\\. ?k', 'va hokazo'],
    ['[Vv]a sh\\. ?k', 'va shu kabilar'],
    ['[Ss]h\\. ?k', 'shu kabilar'],
    ['[Vv]a (?:boshq|b)', 'va boshqalar'],
    ['[Vv]\\. ?b', 'va boshqalar'],
    ['[Ss]h\\. ?j', 'shu jumladan'],
    ['[Mm]il\\. ?av|[Mm]\\. ?a', 'miloddan avvalgi'],
  ] as const
).map(([pattern, said]) => [new RegExp(`${EDGE}(?:${pattern})${STOP}`, 'gu'), said]);

const words: Record<string, string> = {
  ...{ mas: 'masalan', qar: 'qarang', taxm: 'taxminan', tugʻ: 'tugʻilgan', vaf: 'vafot etgan' },
  ...{ koʻch: 'koʻchasi', vil: 'viloyati', tum: 'tumani', qishl: 'qishlogʻi', mah: 'mahallasi' },
  ...{ resp: 'respublikasi', shah: 'shahri' },
};
const WORD = new RegExp(`${EDGE}(?<word>${Object.keys(words).map(eitherCase).join('|')})${STOP}`, 'gu');

/** A name follows, so the full stop before its capital ends no sentence. */
const titles: Record<string, string> = {
  ...{ prof: 'professor', akad: 'akademik', dots: 'dotsent', dr: 'doktor', inj: 'injener', tel: 'telefon' },
};
const TITLE = new RegExp(`${EDGE}(?<word>${Object.keys(titles).map(eitherCase).join('|')})\\.(?!\\.)`, 'gu');

/** Only behind a number: 1991 y., 25-b. */
const afterNumber: Record<string, string> = { yy: 'yillar', y: 'yil', b: 'bet', j: 'jild' };
const AFTER_NUMBER = new RegExp(
  `(?<=\\d)(?<link>[- ]?)(?<word>${Object.keys(afterNumber).join('|')})${STOP}`,
  'gu',
);

const STATE = /(?<!\p{L})Oʻz ?R(?!\p{L})/gu;
const CITY = /(?<=\p{Lu}[\p{Ll}ʻʼ]+ )sh(?=\.)(?:\.(?!\.|\s*$|\s+\p{Lu}))?/gu;

const INITIAL = `(?:Y[aeou]|${CAPITAL})\\.`;
/** T.Sh., or A. in front of a name. */
const INITIALS = new RegExp(`${EDGE}${INITIAL}(?:(?: ?${INITIAL})+|(?= ?\\p{Lu}[\\p{Ll}ʻ]))`, 'gu');

function sameCase(said: string, written: string): string {
  return /^\p{Lu}/u.test(written) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

/**
 * Writes abbreviations out, and spells initials. The abbreviations are those of Uzbek dictionaries and
 * newspapers: va h.k., sh.j., prof., vil., y.
 */
export function expandAbbreviations(text: string): string {
  const said = phrases.reduce(
    (result, [pattern, phrase]) => rewrite(result, pattern, (part) => sameCase(phrase, part(''))),
    text,
  );
  const full = [
    { pattern: WORD, table: words },
    { pattern: TITLE, table: titles },
  ].reduce(
    (result, { pattern, table }) =>
      rewrite(result, pattern, (part) => sameCase(table[part('word').toLowerCase()] ?? '', part('word'))),
    said,
  );
  const numbered = rewrite(full, AFTER_NUMBER, (part) => {
    const link = part('link') === '-' ? '-' : ' ';
    return link + (afterNumber[part('word')] ?? '');
  });
  const named = rewrite(
    rewrite(numbered, STATE, () => 'Oʻzbekiston Respublikasi'),
    CITY,
    () => 'shahri',
  );
  return rewrite(named, INITIALS, (part) => {
    const letters = part('')
      .split('.')
      .map((letter) => letter.trim());
    return letters.filter(Boolean).map(letterName).join(' ');
  });
}
