import { NextResponse, type NextRequest } from 'next/server';
import { detectLanguage, fallbackLanguage, isLanguage, languageCookie } from './lib/language';

const oneYearS = 365 * 24 * 3600;

/**
 * A language in the path is the visitor's choice, and is kept; Uzbek is then shown without it. A path without a language is
 * Uzbek, unless the cookie or the subdomain says otherwise. What is served at a path without one: next.config.ts.
 */
export default function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl;
  const path = pathname.split('/')[1];
  const kept = request.cookies.get(languageCookie)?.value;
  if (isLanguage(path)) {
    const rest = pathname.slice(path.length + 1);
    const response = path === fallbackLanguage ? redirect(request, rest || '/') : NextResponse.next();
    if (kept !== path) {
      response.cookies.set(languageCookie, path, { path: '/', maxAge: oneYearS, sameSite: 'lax' });
    }
    return response;
  }
  const subdomain = request.headers.get('host')?.split('.')[0];
  const language = detectLanguage({ cookie: kept, subdomain });
  if (language === fallbackLanguage) return NextResponse.next();
  return redirect(request, `/${language}${pathname === '/' ? '' : pathname}`);
}

function redirect(request: NextRequest, pathname: string): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = pathname;
  return NextResponse.redirect(url);
}

export const config = {
  // Pages only: the API, translation files, Next's own paths and anything with a dot are left alone.
  matcher: ['/((?!api/|locales/|_next/|.*\\..*).*)'],
};
