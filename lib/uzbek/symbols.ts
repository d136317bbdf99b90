import { SPARE_SPACES } from './characters.ts';
import { fraction } from './numbers.ts';
import { rewrite } from './rewrite.ts';

const OPERATOR = /(?<=\d ?)[+×=÷<>*](?= ?\d)/gu;
const MINUS_OF_SUM = /(?<=\d) ?[-–−] ?(?=\d+ ?=)/gu;
/** 2025/2026 oʻquv yili */
const SCHOOL_YEAR = /(?<=(?<!\d)20\d\d)\/(?=20\d\d(?!\d))/gu;
const TIMES = /(?<=\d) ?x ?(?=\d)/gu;
const POSITIVE = /\+ ?(?=\d)/gu;
const NEGATIVE = /− ?(?=\d)/gu;

const operators: Record<string, string> = {
  ...{ '+': 'plyus', '×': 'karra', '*': 'karra', '=': 'teng', '÷': 'boʻlingan', '<': 'kichik', '>': 'katta' },
};

const FRACTION = /(?<![\d./,-])(?<numerator>\d{1,3})\/(?<denominator>\d{1,3})(?![\d./]|-\d)/gu;

const signs: Record<string, string> = {
  ...{ '&': 'va', '§': 'paragraf', '±': 'plyus-minus', '≈': 'taxminan', '~': 'taxminan', '²': 'kvadrat' },
  ...{ '³': 'kub', '№': 'raqam', '%': 'foiz', '°': 'daraja', $: 'dollar', '€': 'yevro', '@': 'et' },
};
const SIGN = /[&§±≈²³№%°$€@]|~(?= ?\d)/gu;
/** Pictures, frames, arrows; and the marks that only machines read. */
const SILENT = /[\p{S}_#*/\\|]/gu;

/** The signs of arithmetic between two numbers: 2 + 3 = 5. */
export function sayOperators(text: string): string {
  return text
    .replace(SCHOOL_YEAR, '-')
    .replace(MINUS_OF_SUM, ' minus ')
    .replace(TIMES, ' karra ')
    .replace(OPERATOR, (sign) => ` ${operators[sign] ?? ''} `)
    .replace(/(?<=\d ?)−(?= ?\d)/gu, '–')
    .replace(POSITIVE, 'plyus ')
    .replace(NEGATIVE, 'minus ');
}

/** Fractions, then the signs that are said by their names; those that are not said go. */
export function saySigns(text: string): string {
  const halves = rewrite(text, FRACTION, (part) => {
    const proper = Number(part('numerator')) > 0 && Number(part('numerator')) < Number(part('denominator'));
    return proper ? fraction(part('numerator'), part('denominator')) : undefined;
  });
  return halves
    .replace(SIGN, (sign) => ` ${signs[sign] ?? ''} `)
    .replace(SILENT, ' ')
    .replace(SPARE_SPACES, '');
}

/** Takes out the spaces that nobody would have typed. */
export function tidy(text: string): string {
  return text
    .replace(SPARE_SPACES, '')
    .replace(/(?<=[([«„“]) +/gu, '')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim()
    .normalize('NFC');
}
