import { type NextRequest, NextResponse } from 'next/server';
import { detectLanguage, fallbackLanguage, hrefIn, isLanguage, languageCookie } from './lib/i18n/language';
import { connectSources, contentSecurityPolicy, policyHeader } from './lib/security-headers';

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
    const response = path === fallbackLanguage ? redirect(request, rest || '/') : serve(request);
    if (kept !== path) {
      response.cookies.set(languageCookie, path, { path: '/', maxAge: oneYearS, sameSite: 'lax' });
    }
    return response;
  }
  const subdomain = request.headers.get('host')?.split('.')[0];
  const language = detectLanguage({ cookie: kept, subdomain });
  if (language === fallbackLanguage) return serve(request);
  return redirect(request, `/${language}${pathname === '/' ? '' : pathname}`);
}

function redirect(request: NextRequest, pathname: string): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = pathname;
  return NextResponse.redirect(url);
}

/** The admin page is made for each request, so its inline scripts are allowed by a nonce; the others are sealed by their build. */
function serve(request: NextRequest): NextResponse {
  const dev = process.env.NODE_ENV === 'development';
  if (dev || hrefIn(fallbackLanguage, request.nextUrl.pathname) !== '/admin/leads')
    return NextResponse.next();
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy({
    scripts: [`'nonce-${nonce}'`],
    connect: connectSources(process.env.LIVEKIT_URL),
  });
  const headers = new Headers(request.headers);
  headers.set(policyHeader, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(policyHeader, policy);
  return response;
}

/**
 * Pages only, and of those only where there is something to decide: a page in the language its path asks for is served without us,
 * at the speed of a file.
 */
export const config = {
  matcher: [
    '/uz/:path*',
    { source: '/ru/:path*', missing: [{ type: 'cookie', key: 'ovoz_language', value: 'ru' }] },
    { source: '/en/:path*', missing: [{ type: 'cookie', key: 'ovoz_language', value: 'en' }] },
    '/:language(ru|en)/admin/leads',
    '/admin/leads',
    {
      source: '/((?!api/|locales/|_next/|(?:uz|ru|en)(?:/|$)|.*\\..*).*)',
      has: [{ type: 'cookie', key: 'ovoz_language', value: '(?:ru|en)' }],
    },
    {
      source: '/((?!api/|locales/|_next/|(?:uz|ru|en)(?:/|$)|.*\\..*).*)',
      has: [{ type: 'host', value: '(?:ru|en)\\..+' }],
    },
  ],
};
