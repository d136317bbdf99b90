import { toOrdinal } from './numbers.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;
/** A text that begins so would run into the words before it, as `.uz` does. */
const wordBegins = /^[.@]?[\p{L}\p{N}]/u;

/** Returns a named group of the match, or '' if it did not match. `part('')` is the whole match. */
export type Parts = (name: string) => string;

/**
 * Replaces each match of a global pattern by words, and adds the spaces around them. If `words` returns undefined, the match
 * stays.
 */
export function rewrite(text: string, pattern: RegExp, words: (part: Parts) => string | undefined): string {
  const pieces: string[] = [];
  let lastCharacter = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const [matchedText] = match;
    const spokenText = words((name) => (name === '' ? matchedText : (match.groups?.[name] ?? '')));
    if (spokenText === undefined) continue;
    const to = match.index + matchedText.length;
    const before = match.index > from ? text.charAt(match.index - 1) : lastCharacter;
    const spaceBefore = letterOrDigit.test(before) && !/^[ -]/.test(spokenText) ? ' ' : '';
    const spaceAfter = wordBegins.test(text.slice(to, to + 2)) && !/[ -]$/.test(spokenText) ? ' ' : '';
    const replacement = spaceBefore + spokenText + spaceAfter;
    pieces.push(text.slice(from, match.index), replacement);
    lastCharacter = replacement.slice(-1) || lastCharacter;
    from = to;
  }
  return pieces.join('') + text.slice(from);
}

/** The cases of a noun, and -gacha and -dagi. Matches at least one. */
export const casePattern = 'ning|ni|ga(?:cha)?|da(?:gi|n)?';
/** Suffixes of a number in digits: -ta and similar ones, then a case. Matches at least one. */
export const suffixPattern = `(?:ta(?:si|cha|lik)?|lik|lar|lab|li)(?:${casePattern})?|${casePattern}|gi`;

/**
 * Joins a suffix to the last of some words (resolution No. 339, rules 33 to 37): -ga becomes -ka after k. `nchi` makes an ordinal.
 */
export function attach(words: string, suffix: string): string {
  if (suffix === '') return words;
  const ordinalSuffix = /^(?:i?nchi|chi)(.*)$/u.exec(suffix);
  if (ordinalSuffix !== null) return toOrdinal(words) + (ordinalSuffix[1] ?? '');
  if (suffix.startsWith('ta') && /(?:^|[ -])bir$/.test(words)) return words.slice(0, -1) + 't' + suffix;
  if (suffix.startsWith('ga') && /[kq]$/.test(words)) return words + words.slice(-1) + suffix.slice(1);
  return words + suffix;
}
