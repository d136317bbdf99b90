import { toOrdinal } from './numbers.ts';

/** What a number written in digits takes on: -ta and its kin, then a case. Never matches nothing. */
export const SUFFIX =
  '(?:ta(?:si|cha|lik)?|lik|lar|lab|li)(?:ning|ni|ga(?:cha)?|da(?:gi|n)?)?|ning|ni|ga(?:cha)?|da(?:gi|n)?|gi';

/**
 * Joins a suffix to the last of some words by the rules for suffixes (resolution No. 339, rules 33 to 37):
 * -ga becomes -ka after k and -qa after q; bir with -ta is bitta. `nchi` makes an ordinal.
 */
export function attach(words: string, suffix: string): string {
  if (suffix === '') return words;
  const ordinalSuffix = /^(?:i?nchi|chi)(.*)$/u.exec(suffix);
  if (ordinalSuffix !== null) return toOrdinal(words) + (ordinalSuffix[1] ?? '');
  if (suffix.startsWith('ta') && /(?:^|[ -])bir$/.test(words)) return words.slice(0, -1) + 't' + suffix;
  if (suffix.startsWith('ga') && /[kq]$/.test(words)) return words + words.slice(-1) + suffix.slice(1);
  return words + suffix;
}
