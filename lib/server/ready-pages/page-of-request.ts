import type { IncomingMessage } from 'node:http';
import { fallbackLanguage, isLanguage, languageCookie } from '../../i18n/language.ts';
import { detectLanguage, pathsOf, publicPages } from '../../i18n/routing.ts';
import { readCookie } from '../http/cookies.ts';

const paths = new Set<string>(publicPages.flatMap((page) => Object.values(pathsOf(page))));
/** By these Next asks for a part of a page, or for another form of it. */
const ofNext = /^(rsc|next-|x-nextjs|x-middleware|x-prerender)/;

/**
 * The path of the page that a request gets as the build has made it; null where there is something to decide, which is Next's
 * and the middleware's: a language that is not the path's or not yet kept, a query, a part of a page.
 */
export function pageOfRequest({
  method,
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) {
  if ((method !== 'GET' && method !== 'HEAD') || !paths.has(url)) return null;
  if (Object.keys(headers).some((name) => ofNext.test(name))) return null;
  const cookie = readCookie(new Headers({ cookie: headers.cookie ?? '' }), languageCookie);
  const path = url.split('/')[1];
  if (isLanguage(path)) return cookie === path ? url : null;
  const subdomain = headers.host?.split('.')[0];
  return detectLanguage({ cookie, subdomain }) === fallbackLanguage ? url : null;
}
