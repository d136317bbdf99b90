/** Interface languages (spec.md section 9), each named in itself. */
export const languages = ['uz', 'ru', 'en'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'uz';
export const languageNames: Record<Language, string> = { uz: 'Oʻzbek', ru: 'Русский', en: 'English' };

/** The cookie, and the key in local storage, that keep the visitor's choice. */
export const languageCookie = 'ovoz_language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** Where a visitor's language may show, in the order in which it counts (spec.md section 9). */
export interface LanguageSources {
  path?: string;
  cookie?: string;
  htmlLang?: string;
  localStorage?: string;
  subdomain?: string;
}

/** The first source that names one of our languages, else Uzbek. `ru-RU` counts as `ru`. */
export function detectLanguage(sources: LanguageSources): Language {
  const { path, cookie, htmlLang, localStorage, subdomain } = sources;
  const named = [path, cookie, htmlLang, localStorage, subdomain]
    .map((value) => value?.toLowerCase().split('-')[0])
    .find(isLanguage);
  return named ?? fallbackLanguage;
}

/** A path in a language: Uzbek has no prefix, the others have theirs. Takes the path in any language. */
export function hrefIn(language: Language, path: string): string {
  const bare = path.replace(/^\/[a-z]{2}(?=\/|$)/, (prefix) => (isLanguage(prefix.slice(1)) ? '' : prefix));
  const prefix = language === fallbackLanguage ? '' : `/${language}`;
  return prefix + (bare === '/' && prefix !== '' ? '' : bare) || '/';
}
