import type { Language } from '../i18n/language.ts';
import { spoken } from './index.ts';

/** The spoken form of a telephone number omits Uzbekistan's country code. */
const silentCode = /^\+?998$/;

/** Each word of a text with the share of the sound (0 to 1) where it begins. A number counts by its spoken form. */
export function wordShares(text: string, language: Language): { text: string; share: number }[] {
  const words = Array.from(text.matchAll(/\S+\s*/g), ([word]) => {
    const isSilent = silentCode.test(word.trim());
    const said = /\p{N}/u.test(word) ? spoken(word, language).length + 1 : word.length;
    return { word, letters: isSilent ? 0 : said };
  });
  const whole = words.reduce((sum, { letters }) => sum + letters, 0);
  let before = 0;
  return words.map(({ word, letters }) => {
    const share = before / Math.max(1, whole);
    before += letters;
    return { text: word, share };
  });
}
