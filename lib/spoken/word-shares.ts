import type { Language } from '../i18n/language.ts';
import { spoken } from './index.ts';

/** The spoken form of a telephone number omits Uzbekistan's country code. */
const silentCode = /^\+?998$/;

/** Each word of a text with the share of the sound (0 to 1) where it begins. A number counts by its spoken form. */
export function wordShares(text: string, language: Language): { text: string; share: number }[] {
  const words = Array.from(text.matchAll(/\S+\s*/g), ([word]) => {
    const isSilent = silentCode.test(word.trim());
    const spokenLetters = /\p{N}/u.test(word) ? spoken(word, language).length + 1 : word.length;
    return { word, letters: isSilent ? 0 : spokenLetters };
  });
  const totalLetters = words.reduce((sum, { letters }) => sum + letters, 0);
  let lettersBefore = 0;
  return words.map(({ word, letters }) => {
    const share = lettersBefore / Math.max(1, totalLetters);
    lettersBefore += letters;
    return { text: word, share };
  });
}
