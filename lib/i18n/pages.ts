import { fallbackLanguage, hrefIn } from './language.ts';
import type { Language } from './language.ts';

/** The pages that everybody may find, by their path without a language. */
export const publicPages = ['/', '/docs', '/blog', '/privacy', '/terms'] as const;
export type PublicPage = (typeof publicPages)[number];

/** The path of a page in each language, as hreflang wants it; x-default is the one whose path names no language. */
export function pathsOf(page: PublicPage): Record<Language | 'x-default', string> {
  return {
    uz: hrefIn('uz', page),
    ru: hrefIn('ru', page),
    en: hrefIn('en', page),
    'x-default': hrefIn(fallbackLanguage, page),
  };
}
