import { NextResponse, type NextRequest } from 'next/server';
import createMiddleware from 'next-intl/middleware';
import { routing } from './lib/i18n/routing';
import { detectLanguage, fallbackLanguage, isLanguage, languageCookie } from './lib/language';

const localise = createMiddleware(routing);

/** A path without a language is Uzbek, unless the visitor's cookie or the subdomain says otherwise. */
export default function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl;
  const path = pathname.split('/')[1];
  if (!isLanguage(path)) {
    const language = detectLanguage({
      cookie: request.cookies.get(languageCookie)?.value,
      subdomain: request.headers.get('host')?.split('.')[0],
    });
    if (language !== fallbackLanguage) {
      const url = request.nextUrl.clone();
      url.pathname = `/${language}${pathname === '/' ? '' : pathname}`;
      return NextResponse.redirect(url);
    }
  }
  return localise(request);
}

export const config = {
  // Pages only: the API, translation files, Next's own paths and anything with a dot are left alone.
  matcher: ['/((?!api/|locales/|_next/|.*\\..*).*)'],
};
