import { rewrite } from './rewrite.ts';

const schemePattern = /(?<![\p{L}\d])(?:https?:\/\/)(?:www\.)?|(?<![\p{L}\d])www\.(?=\p{L})/giu;
const mailPattern = /(?<=[\p{L}\d_-])@(?=[\p{L}\d])/gu;
const endingsPattern = 'uz|com|ru|org|net|info|io|kz|me|tv|edu|gov|ai|app';
const namePattern = new RegExp(
  `(?<![\\p{L}\\d])(?:[a-z\\d_-]{1,63}[.@]){1,6}(?:${endingsPattern})(?![\\p{L}\\d])`,
  'giu',
);

/** Says Internet addresses like a dictation: ovoz.uz is ovoz nuqta uz, @ is et. */
export function sayLinks(text: string): string {
  return text
    .replace(schemePattern, '')
    .replace(namePattern, (name) =>
      name.replaceAll('.', ' nuqta ').replaceAll('_', ' ').replaceAll('@', ' et '),
    )
    .replace(mailPattern, ' et ');
}

const operatorPattern = '(?:9[0-57-9]|33|5[0-5]|8[89]|[67]\\d)';
/** An amount of money without spaces may look like a nine-digit phone number. */
const noMoney = '(?! ?(?:soʻm|so.m|UZS|сум|сўм|dollar|долл|\\$|€|₽|%))';
const uzbekPatterns = [
  /(?<![\d+])\+?998[ -]?\(?(?<code>\d{2})\)?[ -]?(?<a>\d{3})[ -]?(?<b>\d{2})[ -]?(?<c>\d{2})(?![\d-])/gu,
  /(?<![\d+(]|\d[ -])\(?(?<code>\d{2})\)?[ -](?<a>\d{3})[ -](?<b>\d{2})[ -](?<c>\d{2})(?![ -]?\d)/gu,
  new RegExp(
    `(?<![\\p{L}\\d+.,]|\\d )(?<code>${operatorPattern})(?<a>\\d{3})(?<b>\\d{2})(?<c>\\d{2})(?![ -]?\\d|[.,]\\d)${noMoney}`,
    'gu',
  ),
  /(?<!\d|\d[ -])(?<a>\d{3})-(?<b>\d{2})-(?<c>\d{2})(?![ -]?\d)/gu,
];
const foreignPattern = /(?<![\d+])\+(?<number>\d{1,3}[ (-][\d ()-]{5,16}\d|\d{7,15})(?!\d)/gu;
/** E.164: codes of one and two digits; all others have three. */
const countryPattern = /^(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])(?=\d)|^\d{3}(?=\d)/;

/** Groups of three, the last four digits in pairs. */
const groupPattern = /\d{3}(?=\d{2,})|\d{2}(?=\d{2}$)|\d+/g;

/** Says telephone numbers in groups, with a comma between them. A foreign number begins with `plus` and its country code. */
export function sayPhones(text: string, plus: string, sayGroup: (digits: string) => string): string {
  const uzbek = uzbekPatterns.reduce(
    (result, pattern) =>
      rewrite(result, pattern, (part) =>
        ['code', 'a', 'b', 'c'].map(part).filter(Boolean).map(sayGroup).join(', '),
      ),
    text,
  );
  return rewrite(uzbek, foreignPattern, (part) => {
    const digits = part('number').replace(/\D/g, '');
    const [country = ''] = countryPattern.exec(digits) ?? [];
    const groups = [country, ...(digits.slice(country.length).match(groupPattern) ?? [])];
    return `${plus} ${groups.map(sayGroup).join(', ')}`;
  });
}
