import { rewrite } from './rewrite.ts';

const thousandsBySpace = /(?<!\d|\d[.,])[1-9]\d{0,2}(?: \d{3})+(?!\d)/gu;
const thousandsByMark = /(?<!\d|\d[.,])[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})(?!\d|[.,]\d)/gu;
const chainPattern = /(?<!\d|\d\.)\d+(?:\.\d+){2,}(?!\d)/gu;
const fractionPattern = /(?<![\d./,-])(?<numerator>\d{1,3})\/(?<denominator>\d{1,3})(?![\d./]|-\d)/gu;
export const cardPattern = /(?<!\d|\d[ -])\d{4}(?<gap>[ -])\d{4}\k<gap>\d{4}\k<gap>\d{4}(?![ -]?\d)/gu;

/** Writes 1 500 000, 1.500.000 and 1,500,000 as plain digits. */
export function joinThousands(text: string): string {
  return text
    .replace(thousandsBySpace, (match) => match.replaceAll(' ', ''))
    .replace(thousandsByMark, (match) => match.replace(/[.,]/g, ''));
}

/** Says the points of 2.0.1. */
export function sayPoints(text: string, point: string): string {
  return text.replace(chainPattern, (chain) => chain.replaceAll('.', ` ${point} `));
}

/** Says proper fractions: 3/4, but not 24/7. */
export function sayFractions(text: string, say: (numerator: string, denominator: string) => string): string {
  return rewrite(text, fractionPattern, (part) => {
    const [numerator, denominator] = [part('numerator'), part('denominator')];
    const isProper = Number(numerator) > 0 && Number(numerator) < Number(denominator);
    return isProper ? say(numerator, denominator) : undefined;
  });
}
