import type { Language } from '../i18n/language.ts';
import { toSpoken } from '../uzbek/index.ts';
import { spokenEnglish } from './english.ts';
import { spokenRussian } from './russian.ts';

const speakers: Record<Language, (text: string) => string> = {
  uz: toSpoken,
  ru: spokenRussian,
  en: spokenEnglish,
};

/**
 * A text as it is said: amounts, dates, times, shares and telephone numbers in words. Takes any string, never
 * throws, and leaves no digit.
 */
export function spoken(text: string, language: Language): string {
  return speakers[language](text);
}
