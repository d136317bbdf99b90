const SCHEME = /(?<![\p{L}\d])(?:https?:\/\/)(?:www\.)?|(?<![\p{L}\d])www\.(?=\p{L})/giu;
const MAIL = /(?<=[\p{L}\d_-])@(?=[\p{L}\d])/gu;
const ENDINGS = 'uz|com|ru|org|net|info|io|kz|me|tv|edu|gov|ai|app';
const NAME = new RegExp(`(?<![\\p{L}\\d])(?:[a-z\\d_-]{1,63}[.@]){1,6}(?:${ENDINGS})(?![\\p{L}\\d])`, 'giu');

/** Addresses of the net as they are dictated: ovoz.uz is ovoz nuqta uz, @ is et. */
export function sayLinks(text: string): string {
  return text
    .replace(SCHEME, '')
    .replace(NAME, (name) => name.replaceAll('.', ' nuqta ').replaceAll('_', ' ').replaceAll('@', ' et '))
    .replace(MAIL, ' et ');
}
