import { cardinal, digitByDigit } from './numbers.ts';
import { rewrite } from './rewrite.ts';

const schemePattern = /(?<![\p{L}\d])(?:https?:\/\/)(?:www\.)?|(?<![\p{L}\d])www\.(?=\p{L})/giu;
const mailPattern = /(?<=[\p{L}\d_-])@(?=[\p{L}\d])/gu;
const endingsPattern = 'uz|com|ru|org|net|info|io|kz|me|tv|edu|gov|ai|app';
const namePattern = new RegExp(
  `(?<![\\p{L}\\d])(?:[a-z\\d_-]{1,63}[.@]){1,6}(?:${endingsPattern})(?![\\p{L}\\d])`,
  'giu',
);

/** Addresses of the net as they are dictated: ovoz.uz is ovoz nuqta uz, @ is et. */
export function sayLinks(text: string): string {
  return text
    .replace(schemePattern, '')
    .replace(namePattern, (name) =>
      name.replaceAll('.', ' nuqta ').replaceAll('_', ' ').replaceAll('@', ' et '),
    )
    .replace(mailPattern, ' et ');
}

const ofUzbekistan =
  /(?<![\d+])(?<plus>\+?)998[ -]?\(?(?<code>\d{2})\)?[ -]?(?<a>\d{3})[ -]?(?<b>\d{2})[ -]?(?<c>\d{2})(?![\d-])/gu;
const withoutCountry =
  /(?<![\d+(]|\d[ -])\(?(?<code>\d{2})\)?[ -](?<a>\d{3})[ -](?<b>\d{2})[ -](?<c>\d{2})(?![ -]?\d)/gu;
const sevenDigits = /(?<!\d|\d[ -])(?<a>\d{3})-(?<b>\d{2})-(?<c>\d{2})(?![ -]?\d)/gu;
const internationalPattern = /(?<![\d+])\+(?<number>\d{1,3}[ (-][\d ()-]{5,16}\d|\d{7,15})(?!\d)/gu;

/** A group as it is said: 123 as a number, 05 and 00 digit by digit. */
function group(digits: string): string {
  return digits.startsWith('0') ? digitByDigit(digits) : cardinal(digits);
}

function groups(digits: string[]): string {
  return digits.map(group).join(', ');
}

/** Telephone numbers by their groups, with a short pause after each. */
export function sayPhones(text: string): string {
  const withCountry = rewrite(text, ofUzbekistan, (part) => {
    const said = groups(['998', part('code'), part('a'), part('b'), part('c')]);
    return part('plus') === '' ? said : `plyus ${said}`;
  });
  const withCode = rewrite(withCountry, withoutCountry, (part) =>
    groups([part('code'), part('a'), part('b'), part('c')]),
  );
  const short = rewrite(withCode, sevenDigits, (part) => groups([part('a'), part('b'), part('c')]));
  return rewrite(short, internationalPattern, (part) => {
    const written = part('number').match(/\d+/g) ?? [];
    return `plyus ${groups(written.flatMap((digits) => digits.match(/\d{1,3}/g) ?? []))}`;
  });
}
