import type { Language } from '../i18n/language.ts';
import { toSpoken } from '../uzbek/index.ts';
import { spokenEnglish } from './english.ts';
import { spokenRussian } from './russian.ts';

const spokenForms: Record<Language, (text: string) => string> = {
  uz: toSpoken,
  ru: spokenRussian,
  en: spokenEnglish,
};

/**
 * The spoken form of a text: numbers, dates, times and phone numbers in words. Accepts any string, never throws, leaves no digit.
 */
export function spoken(text: string, language: Language): string {
  return spokenForms[language](text);
}
