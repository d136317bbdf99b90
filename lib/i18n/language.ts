/** Interface languages, each named in itself. */
export const languages = ['uz', 'ru', 'en'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'uz';
export const languageNames: Record<Language, string> = { uz: 'Oʻzbek', ru: 'Русский', en: 'English' };

/** English names for vendors and models. */
export const englishNames: Record<Language, string> = { uz: 'Uzbek', ru: 'Russian', en: 'English' };

/** The cookie and local storage key of the visitor's choice. */
export const languageCookie = 'ovoz_language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
