export const languages = ['uz', 'ru', 'en'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'uz';
/** The name of each language in itself. */
export const languageNames: Record<Language, string> = { uz: 'Oʻzbek', ru: 'Русский', en: 'English' };

/** The locales that write numbers and dates. Browsers accept `uz` but know no Uzbek formats; its figures are those of Russian. */
export const formatLocales = { uz: 'ru-UZ', ru: 'ru', en: 'en' } as const satisfies Record<Language, string>;
export type FormatLocale = (typeof formatLocales)[Language];

/** The language that a locale of formatLocales writes. */
export function languageOf(locale: FormatLocale): Language {
  return languages.find((language) => formatLocales[language] === locale) ?? fallbackLanguage;
}

/** English names for vendors and models. */
export const englishNames: Record<Language, string> = { uz: 'Uzbek', ru: 'Russian', en: 'English' };

/** The cookie and local storage key of the visitor's choice. */
export const languageCookie = 'ovoz_language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The name of a language in itself; an unknown code unchanged. */
export function languageNameOf(code: string): string {
  return isLanguage(code) ? languageNames[code] : code;
}
