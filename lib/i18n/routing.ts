import { defineRouting } from 'next-intl/routing';
import { fallbackLanguage, languageCookie, languages } from '../language.ts';

const oneYearS = 365 * 24 * 3600;

/** Uzbek at /, the others at /ru and /en. Which language a visitor gets is decided in middleware.ts. */
export const routing = defineRouting({
  locales: languages,
  defaultLocale: fallbackLanguage,
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: { name: languageCookie, maxAge: oneYearS, sameSite: 'lax' },
});
