import { type Language, fallbackLanguage, isLanguage, languages } from './language.ts';

/**
 * Decides the visitor's language and the paths of pages for middleware, rewrites, links and switcher
 * (docs/decisions/002-languages.md).
 */

/** The paths of public pages, without a language. */
export const publicPages = ['/', '/docs', '/blog', '/privacy', '/terms'] as const;
export type PublicPage = (typeof publicPages)[number];

/** The page of the API: no page of Next, see lib/server/http/api-page.ts. */
export const apiPagePath = '/docs/api';

/** Sources of a visitor's language, in order of precedence. */
export interface LanguageSources {
  path?: string | undefined;
  cookie?: string | undefined;
  htmlLang?: string | undefined;
  localStorage?: string | undefined;
  subdomain?: string | undefined;
}

/** The first source that names one of our languages, else Uzbek. `ru-RU` counts as `ru`. */
export function detectLanguage(sources: LanguageSources): Language {
  const { path, cookie, htmlLang, localStorage, subdomain } = sources;
  const namedLanguage = [path, cookie, htmlLang, localStorage, subdomain]
    .map((value) => value?.toLowerCase().split('-')[0])
    .find(isLanguage);
  return namedLanguage ?? fallbackLanguage;
}

/** The language that a path names by its first segment. */
export function languageOfPath(path: string): Language | undefined {
  const segment = path.split('/')[1];
  return isLanguage(segment) ? segment : undefined;
}

/** A path in a language: Uzbek has no prefix, the others have theirs. Takes the path in any language. */
export function hrefIn(language: Language, path: string): string {
  const namedLanguage = languageOfPath(path);
  const plainPath = namedLanguage === undefined ? path : path.slice(namedLanguage.length + 1) || '/';
  if (language === fallbackLanguage) return plainPath.startsWith('/') ? plainPath : `/${plainPath}`;
  return `/${language}${plainPath === '/' ? '' : plainPath}`;
}

/** The path of a page in each language, as hreflang wants it; x-default is the one whose path names no language. */
export function pathsOf(page: PublicPage): Record<Language | 'x-default', string> {
  return {
    uz: hrefIn('uz', page),
    ru: hrefIn('ru', page),
    en: hrefIn('en', page),
    'x-default': hrefIn(fallbackLanguage, page),
  };
}

interface Routing {
  /** The path that shows the page in the visitor's language, if it is another one. */
  redirectTo?: string;
  /** The language to save in the cookie. */
  languageToSave?: Language;
}

/** Decides on the server, by the path and then the cookie. A path's language is saved in the cookie, so Uzbek then needs no prefix. */
export function routeRequest(pathname: string, cookie: string | undefined): Routing {
  const path = languageOfPath(pathname);
  const language = detectLanguage({ path, cookie });
  const canonical = hrefIn(language, pathname);
  return {
    ...(canonical !== pathname && { redirectTo: canonical }),
    ...(path !== undefined && path !== cookie && { languageToSave: path }),
  };
}

/** The browser's evidence of its visitor's language. */
interface BrowserFacts {
  pathname: string;
  cookie: string | undefined;
  htmlLang: string;
  localStorage: string | undefined;
  hostname: string;
}

/**
 * Decides in the browser, by all sources. On a path without a language the server sets `lang` to the fallback, so another value
 * comes from a translating proxy.
 */
export function detectInBrowser({
  pathname,
  cookie,
  htmlLang,
  localStorage,
  hostname,
}: BrowserFacts): Language {
  return detectLanguage({
    path: languageOfPath(pathname),
    cookie,
    htmlLang: htmlLang === fallbackLanguage ? undefined : htmlLang,
    localStorage,
    subdomain: hostname.split('.')[0],
  });
}

/** The path after the rewrites below. It always begins with a language. */
export function filePathOf(path: string): string {
  if (languageOfPath(path) !== undefined) return path;
  return `/${fallbackLanguage}${path === '/' ? '' : path}`;
}

/** Uzbek pages are stored under /uz and served without it (next.config.ts). */
export const pageRewrites = [
  { source: '/', destination: `/${fallbackLanguage}` },
  {
    source: `/:path((?!(?:${languages.join('|')}|api|locales|_next)(?:/|$)|.*\\.).+)`,
    destination: `/${fallbackLanguage}/:path`,
  },
];
